package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class ObservabilityDefects {
    private ObservabilityDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new LogWithoutKey(),
                new LogSaysCreatedOnReplay(),
                new LogSaysReplayedInProgress(),
                new CounterNotIncremented(),
                new NoHealthFigures(),
                new SpanWithoutKey(),
                new LogsCredentials(),
                new LogsPayload(),
                new KeyLookupLies(),
                new CountsTwiceInMetrics(),
                new SpanSaysCreatedOnReplay());
    }
}
