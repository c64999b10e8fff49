package dev.samekey.steps.judge.world;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;

import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.world.MachineWatch.Busy;
import dev.samekey.steps.model.verdict.Extenuation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.SharedAssertion;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The assertions of one scenario. They are counted: a scenario that checked nothing has held nothing. */
public final class Checks {
    private final Waived waived;
    private final MachineWatch machine;
    private final long start = System.nanoTime();
    private int made;
    private @Nullable Sign sign;

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
     * That a response took less than a time. Where a busy machine can have taken what is too much, nothing was shown.
     *
     * @param expected in words, such as {@code less than half of the first response}
     */
    public void faster(String subject, Duration limit, Duration took, String expected, String actual, Fact... facts) {
        faster(subject, limit, took, this::busy, Busy::margin, expected, actual, facts);
    }

    /**
     * The same of the fastest of several responses. A machine that was busy during some of them does not explain why all
     * were slow: what counts is how busy it was during the calmest one.
     *
     * @param several one or more
     */
    public void faster(
            String subject, Duration limit, List<Exchange> several, String expected, String actual, Fact... facts) {
        Duration took = several.stream().map(Exchange::took).min(naturalOrder()).orElseThrow();
        Supplier<Busy> calmest = () -> several.stream()
                .map(one -> machine.between(one.sent(), one.answered()))
                .min(comparing(Busy::marginOfTheFastest))
                .orElseThrow();
        faster(subject, limit, took, calmest, Busy::marginOfTheFastest, expected, actual, facts);
    }

    private void faster(
            String subject,
            Duration limit,
            Duration took,
            Supplier<Busy> look,
            Function<Busy, Duration> late,
            String expected,
            String actual,
            Fact... facts) {
        Duration excess = took.minus(limit);
        new Assertions(null, excess, look, late, Extenuation.CHANCE, null)
                .that(subject, excess.isNegative(), expected, actual, facts);
    }

    /**
     * Assertions that rest on what came first, or on how long something took. Where a busy machine can have broken them,
     * nothing was shown.
     *
     * @param room by how much the machine must have been late to break them although the clause is kept
     */
    public Assertions timed(Duration room) {
        return new Assertions(null, room, this::busy, Busy::late, Extenuation.CHANCE, null);
    }

    /** Assertions that one who keeps the clause fails now and then, by chance. */
    public Assertions byChance() {
        return new Assertions(null, null, this::busy, Busy::late, Extenuation.CHANCE, null);
    }

    /**
     * Assertions that scenarios of other clauses make too, such as that a replay has the first status.
     *
     * @param point what is asserted; null for what only this scenario is about
     */
    public Assertions on(@Nullable SharedAssertion point) {
        return on(point, Extenuation.NOT_SERVED);
    }

    /** The same where something else may be why they fail. */
    Assertions on(@Nullable SharedAssertion point, Extenuation extenuation) {
        return new Assertions(point, null, this::busy, Busy::late, extenuation, null);
    }

    /** Assertions on what a script can look at too. */
    public Assertions shown(Sign by) {
        return on(null).shown(by);
    }

    /** By what the break is known when its requests are sent again; null where there is none, or only the scenario can see it. */
    public @Nullable Sign sign() {
        return sign;
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
        private final @Nullable SharedAssertion point;
        private final @Nullable Duration room;
        private final Supplier<Busy> look;
        private final Function<Busy, Duration> late;
        private final Extenuation extenuation;
        private final @Nullable Sign shown;

        private Assertions(
                @Nullable SharedAssertion point,
                @Nullable Duration room,
                Supplier<Busy> look,
                Function<Busy, Duration> late,
                Extenuation extenuation,
                @Nullable Sign shown) {
            this.point = point;
            this.room = room;
            this.look = look;
            this.late = late;
            this.extenuation = extenuation;
            this.shown = shown;
        }

        /** The same on what a script can look at too. */
        public Assertions shown(Sign by) {
            return new Assertions(point, room, look, late, extenuation, by);
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
                sign = shown;
                Judgement broken =
                        Judgement.broken(subject, expected, actual, facts).with(extenuation);
                throw point == null ? broken : broken.on(point);
            }
        }

        private void requireRoom(String expected, String actual) {
            Busy busy = look.get();
            if (room != null && room.compareTo(late.apply(busy)) < 0) {
                throw busy.tooBusy(new Fact("expected", expected), new Fact("actual", actual));
            }
        }
    }
}
