package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.sandbox.Pause;
import java.time.Duration;
import java.util.Optional;

/** Events are handled in a line: who comes after one that has failed waits until that one was tried again. */
final class PoisonHoldsUpOthers extends Defect {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final int LOOKS = 200;
    private static final String FAILED = """
            select id || ' ' || attempts from inbox_handlings
            where state = 'pending' and attempts > 0 and (source, event_id) <> (?, ?) limit 1""";

    PoisonHoldsUpOthers() {
        super(
                "poison-holds-up-others",
                "EVT-8",
                "",
                "Who comes after an event that has failed waits until that one was tried again, or for ten seconds.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> {
            Optional<String> before = failed(composed.base(), event);
            for (int look = 0;
                    look < LOOKS && before.isPresent() && before.equals(failed(composed.base(), event));
                    look++) {
                Pause.of(LOOK);
            }
            return inbox.receive(event, handlers);
        });
    }

    private static Optional<String> failed(Foundation base, Event event) {
        return base.jdbi()
                .withHandle(handle -> handle.select(FAILED, event.source(), event.id())
                        .mapTo(String.class)
                        .findFirst());
    }
}
