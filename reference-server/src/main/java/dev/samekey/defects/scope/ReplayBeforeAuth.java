package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.security.Principal;
import java.util.Optional;

/** A known key with its payload is answered before anybody asks who is calling. */
final class ReplayBeforeAuth extends Defect {
    ReplayBeforeAuth() {
        super(
                "replay-before-auth",
                "SCP-6",
                "OBS-1 OBS-2 OBS-3",
                "A known key with its payload is answered before anybody asks who is calling.");
    }

    @Override
    public Parts apply(Parts parts) {
        String stranger = parts.base().contract().refusal(Fault.UNAUTHENTICATED).code();
        return parts.aroundHandlers((composed, handler) -> call -> {
            Answer answer = handler.handle(call);
            boolean known =
                    stranger.equals(answer.errorCode()) && !call.method().equals("GET");
            return known ? stored(call, composed).orElse(answer) : answer;
        });
    }

    private static Optional<Answer> stored(Call call, Parts parts) {
        try {
            String key = parts.get(Part.KEYS).keyOf(call);
            String payloadHash = parts.get(Part.FINGERPRINT).of(call);
            return new OtherScope(parts.base())
                    .of(new KeyedRequest(new Principal(""), call, "", key, payloadHash))
                    .flatMap(parts.get(Part.RECORDS)::find)
                    .map(IdempotencyRecord::outcome)
                    .map(parts.get(Part.REPLAYS)::again);
        } catch (FaultException withoutKey) {
            return Optional.empty();
        }
    }
}
