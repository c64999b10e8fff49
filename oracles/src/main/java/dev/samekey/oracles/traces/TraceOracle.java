package dev.samekey.oracles.traces;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.wait.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds the spans of a request, and waits for those that are still to come: spans are sent in batches. */
public final class TraceOracle {
    private final SpanSource source;
    private final Duration limit;

    /** @param limit how long a span may take to be there */
    public TraceOracle(SpanSource source, Duration limit) {
        this.source = source;
        this.limit = limit;
    }

    /** @throws OracleSilent when nothing can be read there */
    public void check() {
        source.check();
    }

    /**
     * The spans whose attribute has the value, when they are enough or the limit has passed.
     *
     * @param since when what they tell of began
     * @throws OracleSilent when no span of anything has come since, so that those who send them are late or not at work
     */
    public Seen<List<Span>> spans(String attribute, String value, Predicate<List<Span>> enough, Instant since) {
        List<Span> found = Await.until(
                        "spans with " + attribute + " = " + value,
                        limit,
                        source.pause(),
                        () -> source.with(attribute, value),
                        enough)
                .value();
        if (found.isEmpty() && !source.anySince(since)) {
            throw new OracleSilent(source.name() + " has no span at all since " + since);
        }
        String text = found.stream().map(Span::toString).collect(Collectors.joining("\n"));
        return new Seen<>(
                found,
                Evidence.text(EvidenceKind.SPANS, source.name() + ": spans with " + attribute + " = " + value, text));
    }
}
