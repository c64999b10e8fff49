package dev.samekey.steps.judge.world;

import dev.samekey.steps.judge.world.MachineWatch.Busy;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Point;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The assertions of one scenario. They are counted: a scenario that checked nothing has held nothing. */
public final class Checks {
    private final Waived waived;
    private final MachineWatch machine;
    private final long start = System.nanoTime();
    private int made;

    public Checks() {
        this(Waived.NOTHING, MachineWatch.none());
    }

    /**
     * The checks of a scenario that begins now.
     *
     * @param waived what is not asserted, because it is known to be broken
     */
    public Checks(Waived waived, MachineWatch machine) {
        this.waived = waived;
        this.machine = machine;
    }

    /** @param subject what is looked at, as the start of a sentence that goes on with what was expected, and what was there */
    public void equal(String subject, Object expected, Object actual, Fact... facts) {
        on(null).equal(subject, expected, actual, facts);
    }

    /** The same where it takes more than a comparison to know whether it holds. */
    public void that(String subject, boolean holds, String expected, String actual, Fact... facts) {
        on(null).that(subject, holds, expected, actual, facts);
    }

    /**
     * That the fastest of several responses took less than a time. Where a busy machine can have taken what is too much,
     * nothing was shown.
     *
     * @param expected in words, such as {@code less than half of the first response}
     */
    public void faster(String subject, Duration limit, Duration took, String expected, String actual, Fact... facts) {
        Duration excess = took.minus(limit);
        new Assertions(null, excess, Busy::marginOfTheFastest, true)
                .that(subject, excess.isNegative(), expected, actual, facts);
    }

    /**
     * Assertions that rest on what came first, or on how long something took. Where a busy machine can have broken them,
     * nothing was shown.
     *
     * @param room by how much the machine must have been late to break them although the clause is kept
     */
    public Assertions timed(Duration room) {
        return new Assertions(null, room, Busy::late, true);
    }

    /** Assertions that one who keeps the clause fails now and then, by chance. */
    public Assertions byChance() {
        return new Assertions(null, null, Busy::late, true);
    }

    /**
     * Assertions that scenarios of other clauses make too, such as that a replay has the first status.
     *
     * @param point what is asserted; null for what only this scenario is about
     */
    public Assertions on(@Nullable Point point) {
        return new Assertions(point, null, Busy::late, false);
    }

    /** What watches the machine during this scenario. */
    public MachineWatch machine() {
        return machine;
    }

    /** How busy the machine was during this scenario. */
    public Busy busy() {
        return machine.since(start);
    }

    public int made() {
        return made;
    }

    /** Assertions on one point. */
    public final class Assertions {
        private final @Nullable Point point;
        private final @Nullable Duration room;
        private final Function<Busy, Duration> late;
        private final boolean isUnsure;

        private Assertions(
                @Nullable Point point, @Nullable Duration room, Function<Busy, Duration> late, boolean isUnsure) {
            this.point = point;
            this.room = room;
            this.late = late;
            this.isUnsure = isUnsure;
        }

        public void equal(String subject, Object expected, Object actual, Fact... facts) {
            that(subject, Objects.equals(expected, actual), String.valueOf(expected), String.valueOf(actual), facts);
        }

        public void that(String subject, boolean holds, String expected, String actual, Fact... facts) {
            made++;
            // It counts all the same: where nothing else is asserted, nothing else is broken.
            if (point != null && waived.points().contains(point)) {
                return;
            }
            if (!holds) {
                requireRoom(expected, actual);
                Judgement seen = Judgement.broken(subject, expected, actual, facts);
                Judgement broken = isUnsure ? seen.unsure() : seen;
                throw point == null ? broken : broken.on(point);
            }
        }

        private void requireRoom(String expected, String actual) {
            Busy busy = busy();
            if (room != null && room.compareTo(late.apply(busy)) < 0) {
                throw busy.tooBusy(new Fact("expected", expected), new Fact("actual", actual));
            }
        }
    }
}
