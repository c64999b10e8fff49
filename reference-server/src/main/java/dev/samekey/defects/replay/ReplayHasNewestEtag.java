package dev.samekey.defects.replay;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A replay has the body of the first answer and the ETag that its resource has now. */
final class ReplayHasNewestEtag extends Defect {
    private static final String ETAG = "ETag";

    private final Map<String, String> newest = new ConcurrentHashMap<>();

    ReplayHasNewestEtag() {
        super(
                "replay-has-newest-etag",
                "RPL-7",
                "",
                "A replay has the body of the first answer and the ETag that its resource has now.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            var decision = guard.run(request, operation);
            String resource = request.call().resource();
            @Nullable String etag = decision.answer().headers().get(ETAG);
            if (etag == null) {
                return decision;
            }
            if (decision.outcome() == Outcome.CREATED) {
                newest.put(resource, etag);
                return decision;
            }
            Answer replay = decision.answer().with(ETAG, newest.getOrDefault(resource, etag));
            return decision.withAnswer(replay);
        });
    }
}
