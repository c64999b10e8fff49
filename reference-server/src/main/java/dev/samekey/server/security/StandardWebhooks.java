package dev.samekey.server.security;

import dev.samekey.server.http.Call;
import java.time.Clock;
import java.util.Arrays;
import java.util.Base64;

/**
 * Standard Webhooks: {@code webhook-id}, {@code webhook-timestamp}, and in {@code webhook-signature} one or more
 * signatures, of which one must fit, so that a secret can be changed without a gap.
 */
final class StandardWebhooks implements Signature {
    private static final String PREFIX = "whsec_";
    private static final String VERSION = "v1,";

    private final Hmac hmac;
    private final Clock clock;

    /** The secret is base64, with or without {@code whsec_} before it. */
    StandardWebhooks(String secret, Clock clock) {
        String key = secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret;
        this.hmac = Hmac.of(Base64.getDecoder().decode(key));
        this.clock = clock;
    }

    @Override
    public void verify(Call call) {
        String id = Signature.header(call, "webhook-id");
        String timestamp = Signature.header(call, "webhook-timestamp");
        String sent = Signature.header(call, "webhook-signature");
        Signature.requireRecent(timestamp, clock);
        byte[] digest = hmac.of(id + "." + timestamp + ".", call.body().bytes());
        String expected = VERSION + Base64.getEncoder().encodeToString(digest);
        if (Arrays.stream(sent.split(" ", -1)).noneMatch(one -> Hmac.same(expected, one))) {
            throw Signature.refusal("The signature does not fit.");
        }
    }
}
