package dev.samekey.server.idempotency;

import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Brings back the resource as it is now, read as its owner would read it. What has no resource to read, such as a
 * failure or a deletion, is given as it was stored.
 */
public final class CurrentState implements Recall {
    private static final String LOCATION = "Location";

    private final List<Route> reads;

    /** Reads by these routes. */
    public CurrentState(List<Route> reads) {
        this.reads = reads;
    }

    @Override
    public Answer of(IdempotencyRecord known, KeyedRequest request) {
        Answer stored = known.outcome();
        return known.state() == State.COMPLETED ? read(stored, request.call()).orElse(stored) : stored;
    }

    private Optional<Answer> read(Answer stored, Call call) {
        String place = stored.headers().getOrDefault(LOCATION, call.resource());
        return reads.stream()
                .flatMap(route -> route.match(place).stream().flatMap(found -> read(route, found, call).stream()))
                .findFirst()
                .map(now -> new Answer(stored.status(), stored.headers(), now.body(), null).with(now.headers()));
    }

    private static Optional<Answer> read(Route route, Map<String, String> path, Call call) {
        try {
            return Optional.of(route.handler().handle(call.toRead(route.template(), path)));
        } catch (FaultException gone) {
            return Optional.empty();
        }
    }
}
