package dev.samekey.defects.mismatch;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.json.Digest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.nio.charset.StandardCharsets;

/** The fingerprint is a hash of the body's bytes as they were sent. */
final class HashesRawBytes extends Defect {
    HashesRawBytes() {
        super(
                "hashes-raw-bytes",
                "MIS-3",
                "MIS-4 MIS-5 REV-1",
                "The fingerprint is a hash of the body's bytes as they were sent.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.FINGERPRINT, call -> Digest.sha256(call.target() + "\n" + text(call)));
    }

    private static String text(Call call) {
        // One character for each byte.
        return new String(call.body().bytes(), StandardCharsets.ISO_8859_1);
    }
}
