package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Parts;

/** An event that is delivered again while its handler fails counts as new: as long as it comes again, nobody gives it up. */
final class DuplicateResetsAttempts extends Defect {
    private static final String BEGIN_ANEW = """
            update inbox_handlings set attempts = 0
            where source = :source and event_id = :id and state = 'pending' and attempts > 0""";

    DuplicateResetsAttempts() {
        super(
                "duplicate-resets-attempts",
                "EVT-8",
                "",
                "An event that is delivered again while its handler fails counts as new: nobody ever gives it up.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> {
            composed.base()
                    .jdbi()
                    .useHandle(handle ->
                            handle.createUpdate(BEGIN_ANEW).bindMethods(event).execute());
            return inbox.receive(event, handlers);
        });
    }
}
