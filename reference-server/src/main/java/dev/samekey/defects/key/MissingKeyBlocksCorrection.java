package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.json.Digest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What was refused for a missing key is remembered by its payload, and refused when it comes with a key. */
final class MissingKeyBlocksCorrection extends Defect {
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    MissingKeyBlocksCorrection() {
        super(
                "missing-key-blocks-correction",
                "KEY-8",
                "",
                "A request that was refused for its missing key is refused with a key, too.");
    }

    @Override
    public Parts apply(Parts parts) {
        String missing = parts.base().contract().refusal(Fault.KEY_MISSING).code();
        return parts.aroundHandlers((composed, handler) -> call -> {
            if (refused.contains(digest(call))) {
                return composed.get(Part.PROBLEMS).render(Fault.PAYLOAD_MISMATCH, "This payload was refused before.");
            }
            Answer answer = handler.handle(call);
            if (missing.equals(answer.errorCode())) {
                refused.add(digest(call));
            }
            return answer;
        });
    }

    private static String digest(Call call) {
        // One character for each byte.
        return Digest.sha256(call.target() + "\n" + new String(call.body().bytes(), StandardCharsets.ISO_8859_1));
    }
}
