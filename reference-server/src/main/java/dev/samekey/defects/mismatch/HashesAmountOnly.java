package dev.samekey.defects.mismatch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.json.CanonicalJson;
import dev.samekey.server.json.Digest;
import dev.samekey.server.json.Members;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;

/** The fingerprint is made of the amount alone, or of the reference where there is no amount. */
final class HashesAmountOnly extends Defect {
    HashesAmountOnly() {
        super(
                "hashes-amount-only",
                "MIS-6",
                "MIS-1 MIS-7 MIS-8 MIS-10 CON-5 SCP-3 REV-1 REV-3 OBS-2 OBS-3",
                "The fingerprint is made of the amount alone, or of the reference where there is no amount.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.FINGERPRINT,
                call -> Digest.sha256(call.target() + "\n"
                        + intent(parts.base().json().read(call.body().bytes()))));
    }

    private static String intent(Members sent) {
        String member = sent.object().has("amount") ? "amount" : "reference";
        ObjectNode copy = sent.object().deepCopy();
        return CanonicalJson.of(new Members(copy.retain(member)), Set.of());
    }
}
