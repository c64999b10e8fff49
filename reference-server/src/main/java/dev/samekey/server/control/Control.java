package dev.samekey.server.control;

import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Route;
import dev.samekey.server.json.Json;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Lets whoever can reach a replica move its clock, run its cleanup and restart another replica. It asks for no credentials:
 * for test environments only, and never there unless it is asked for.
 */
public final class Control implements UnaryOperator<Parts> {
    private final AdjustableClock clock;
    private final Runnable restart;

    /**
     * Moves this clock, which is the one that the replicas go by.
     *
     * @param restart ends another replica and starts it again
     */
    public Control(AdjustableClock clock, Runnable restart) {
        this.clock = clock;
        this.restart = restart;
    }

    /** The parts with the routes of control among theirs. */
    @Override
    public Parts apply(Parts parts) {
        clock.resume(new ClockNote(parts.base().jdbi()).read());
        // Time that jumps would set jobs off in the midst of a test: under control they run when they are called.
        Parts onCall = parts.with(Part.TIMETABLE, composed -> List.of());
        return onCall.with(
                Part.ROUTES,
                composed -> Stream.of(parts.get(Part.ROUTES).apply(composed), routes(composed))
                        .flatMap(List::stream)
                        .toList());
    }

    private List<Route> routes(Parts parts) {
        return List.of(
                Route.post("/_control/clock", call -> advance(call, parts.base())),
                Route.post("/_control/cleanup", call -> cleanUp(parts)),
                Route.post("/_control/restart", call -> restart(parts)));
    }

    /** {@code {advance_ms}}: whole milliseconds, more than 0. */
    private Answer advance(Call call, Foundation base) {
        Json json = base.json();
        clock.advance(Duration.ofMillis(json.read(call.body().bytes()).amount("advance_ms")));
        new ClockNote(base.jdbi()).write(clock.ahead());
        return Answer.ok(json.write(Map.of("now", clock.instant())));
    }

    /** To be sent to the first replica: one that restarts itself could not respond. */
    private Answer restart(Parts parts) {
        restart.run();
        return Answer.ok(parts.base().json().write(Map.of("restarted", true)));
    }

    /** What has expired is purged now, and not at the next turn (TTL-5). */
    private static Answer cleanUp(Parts parts) {
        int purged = parts.get(Part.RECORDS).purgeExpired();
        return Answer.ok(parts.base().json().write(Map.of("purged", purged)));
    }
}
