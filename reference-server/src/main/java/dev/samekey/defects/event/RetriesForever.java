package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.RetrySchedule;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.util.Optional;

/** A handler that fails is attempted for ever, and nobody is told. */
final class RetriesForever extends Defect {
    private static final Duration LAST_DELAY = Duration.ofSeconds(30);

    RetriesForever() {
        super("retries-forever", "EVT-8", "", "A handler that fails is attempted for ever, and nobody is told.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        RetrySchedule schedule = parts.get(Part.RETRY_SCHEDULE);
        return parts.with(
                Part.RETRY_SCHEDULE,
                failures -> Optional.of(schedule.after(failures).orElse(LAST_DELAY)));
    }
}
