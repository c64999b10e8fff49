package dev.samekey.defects.mismatch;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** The fingerprint is a checksum of 32 bits. */
final class StoresWeakHash extends Defect {
    StoresWeakHash() {
        super("stores-weak-hash", "MIS-9", "", "The fingerprint is a checksum of 32 bits.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.FINGERPRINT, call -> checksum(parts.get(Part.FINGERPRINT).of(call)));
    }

    private static String checksum(String text) {
        CRC32 checksum = new CRC32();
        checksum.update(text.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(checksum.getValue());
    }
}
