package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.json.Digest;
import dev.samekey.server.replica.Parts;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A body that was sent to one route is taken for the same request on every other route under the same key. */
final class ReplayCrossesRoutes extends Defect {
    private final Map<String, KeyedRequest> first = new ConcurrentHashMap<>();

    ReplayCrossesRoutes() {
        super(
                "replay-crosses-routes",
                "SCP-3",
                "",
                "The same body under the same key on another route gets the answer of the first route.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) ->
                (request, operation) -> guard.run(isEmpty(request) ? request : known(request), operation));
    }

    /** What has no body is the same on every route. */
    private static boolean isEmpty(KeyedRequest request) {
        return request.call().body().bytes().length == 0;
    }

    private KeyedRequest known(KeyedRequest request) {
        KeyedRequest earlier = first.computeIfAbsent(digest(request), same -> request);
        return earlier.call().route().equals(request.call().route()) ? request : earlier;
    }

    private static String digest(KeyedRequest request) {
        // One character for each byte.
        String body = new String(request.call().body().bytes(), StandardCharsets.ISO_8859_1);
        return Digest.sha256(request.principal().name() + "\n" + request.key() + "\n" + body);
    }
}
