package dev.samekey.steps.judge.audit;

import dev.samekey.steps.judge.audit.Shown.Contradiction;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a clause by what recordings show of it.
 *
 * @param file where its first break stands; empty where it has none
 * @param line likewise; 0 where it has none
 * @param judgement null where it is held
 * @param facts how much was seen
 */
public record ClauseFinding(String file, int line, @Nullable Judgement judgement, List<Fact> facts) {
    private static final int MOST_PLACES = 10;

    /** One that is judged without a look at the recordings. */
    public static ClauseFinding of(Judgement judgement) {
        return new ClauseFinding("", 0, judgement, List.of());
    }

    /** @param seen null where the recordings have no example of the clause */
    public static ClauseFinding of(@Nullable ClauseSeen seen) {
        if (seen == null) {
            return of(Judgement.notChecked("the recording has no example of it"));
        }
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("examples", String.valueOf(seen.examples())));
        if (seen.broken() == 0) {
            return new ClauseFinding("", 0, null, facts);
        }
        List<Shown> first = seen.first();
        Shown worst = first.get(0);
        Contradiction contradiction = Objects.requireNonNull(worst.contradiction());
        facts.add(new Fact("breaks", String.valueOf(seen.broken())));
        facts.add(new Fact("exchanges", exchanges(worst)));
        if (first.size() > 1) {
            facts.add(new Fact(
                    "also at",
                    first.stream()
                            .skip(1)
                            .limit(MOST_PLACES)
                            .map(ClauseFinding::places)
                            .collect(Collectors.joining(", "))));
        }
        Seen last = worst.exchanges().get(worst.exchanges().size() - 1);
        String doubt = contradiction.doubt();
        Judgement judgement = doubt == null
                ? Judgement.broken(contradiction.subject(), contradiction.expected(), contradiction.actual())
                : Judgement.inconclusive(contradiction.subject() + ": expected " + contradiction.expected() + ", got "
                        + contradiction.actual() + "; but " + doubt);
        return new ClauseFinding(last.place().file(), last.place().line(), judgement, facts);
    }

    private static String places(Shown shown) {
        return shown.exchanges().stream().map(one -> one.place().toString()).collect(Collectors.joining(" and "));
    }

    /** A line for each, with its place and times, in the order in which they were sent. */
    private static String exchanges(Shown shown) {
        return shown.exchanges().stream()
                .map(one -> one.place() + "  " + time(one.sent()) + took(one) + "  " + one.route() + "  "
                        + (one.status() == 0 ? "no response" : one.status())
                        + (one.result() == null ? "" : "  " + one.result()))
                .collect(Collectors.joining("\n"));
    }

    private static String took(Seen one) {
        return one.answered() == Seen.UNKNOWN
                ? ""
                : " for "
                        + Duration.of(one.answered() - one.sent(), ChronoUnit.MICROS)
                                .toMillis() + " ms";
    }

    private static String time(long micros) {
        return Instant.EPOCH
                .plus(micros, ChronoUnit.MICROS)
                .truncatedTo(ChronoUnit.MILLIS)
                .toString();
    }
}
