package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A key is remembered before anybody looks at the credentials: what was refused for them is refused with the right ones, too. */
final class RefusedCredentialsConsumeKey extends Defect {
    private final Set<String> used = ConcurrentHashMap.newKeySet();

    RefusedCredentialsConsumeKey() {
        super(
                "refused-credentials-consume-key",
                "KEY-8",
                "",
                "A request that was refused for its credentials uses its key up.");
    }

    @Override
    public Parts apply(Parts parts) {
        String stranger = parts.base().contract().refusal(Fault.UNAUTHENTICATED).code();
        return parts.aroundHandlers((composed, handler) -> call -> {
            Answer answer = handler.handle(call);
            Optional<String> key = key(composed, call);
            if (stranger.equals(answer.errorCode())) {
                key.ifPresent(used::add);
                return answer;
            }
            return key.filter(used::contains).isPresent()
                    ? composed.get(Part.PROBLEMS).render(Fault.PAYLOAD_MISMATCH, "This key was used before.")
                    : answer;
        });
    }

    private static Optional<String> key(Parts composed, Call call) {
        try {
            return Optional.of(composed.get(Part.KEYS).keyOf(call));
        } catch (FaultException withoutKey) {
            return Optional.empty();
        }
    }
}
