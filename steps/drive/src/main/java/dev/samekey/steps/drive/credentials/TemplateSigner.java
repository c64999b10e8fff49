package dev.samekey.steps.drive.credentials;

import dev.samekey.steps.drive.http.Request;
import java.net.URI;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;

/** Adds the headers that a target file names. Those that have no signature in them come first: they may be signed. */
record TemplateSigner(Signature signature, Map<String, String> headers, InstantSource time) implements Signer {
    private static final String SIGNATURE = "${signature}";

    @Override
    public Request sign(Request request, URI replica) {
        SignedNames names = new SignedNames(
                request, replica, time.instant(), UUID.randomUUID().toString());
        Request stamped = request;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            if (!header.getValue().contains(SIGNATURE)) {
                stamped = stamped.with(header.getKey(), names.fill(header.getValue()));
            }
        }
        SignedNames all = new SignedNames(stamped, replica, names.at(), names.nonce());
        String text = signature.of(stamped, replica, all);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            if (header.getValue().contains(SIGNATURE)) {
                stamped = stamped.with(
                        header.getKey(), all.fill(header.getValue()).replace(SIGNATURE, text));
            }
        }
        return stamped;
    }
}
