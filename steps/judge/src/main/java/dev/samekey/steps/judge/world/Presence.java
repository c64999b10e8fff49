package dev.samekey.steps.judge.world;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Served;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the target still serves requests. Where it does not, and does not come back in time, no more scenarios begin. Several
 * threads use it.
 */
public final class Presence {
    /** Faults on the way lose a few responses in a row. */
    private static final int SUSPICIOUS = 4;

    private static final Duration LOOK = Duration.ofMillis(500);

    private final Served served;
    private final Supplier<Optional<String>> absence;
    private final BooleanSupplier ended;
    private final Duration patience;
    private final Instant start;
    private final List<Spell> spells = new ArrayList<>();
    private volatile @Nullable Lost lost;
    private volatile boolean gone;

    /**
     * That of a target that has just been opened.
     *
     * @param absence why it does not serve requests just now; nothing where it does
     * @param ended whether the run was ended from outside
     * @param patience how long it may be away, such as to restart
     * @param start when the run began
     */
    public Presence(
            Served served,
            Supplier<Optional<String>> absence,
            BooleanSupplier ended,
            Duration patience,
            Instant start) {
        this.served = served;
        this.absence = absence;
        this.ended = ended;
        this.patience = patience;
        this.start = start;
    }

    /**
     * That a target stopped.
     *
     * @param since when it stopped
     * @param sentence when that was, during which clauses, and why
     */
    public record Lost(Instant since, String sentence) {}

    /** One run of a scenario. */
    private static final class Spell {
        private final List<String> clauses;
        private final Instant from = Instant.now();
        private Instant to = Instant.MAX;

        Spell(List<String> clauses) {
            this.clauses = clauses;
        }
    }

    /**
     * Notes that a scenario begins.
     *
     * @return to be called when it is over
     */
    public Runnable begun(List<String> clauses) {
        Spell spell = new Spell(clauses);
        synchronized (spells) {
            spells.add(spell);
        }
        return () -> {
            synchronized (spells) {
                spell.to = Instant.now();
            }
        };
    }

    /**
     * Comes back where the target serves requests, for all that is known.
     *
     * @throws Judgement that a scenario is not checked, when the target is gone
     */
    public void mayBegin() {
        if (!gone && served.unserved() >= SUSPICIOUS) {
            look();
        }
        if (gone) {
            throw Judgement.notChecked("the target stopped serving requests before this was judged");
        }
    }

    private synchronized void look() {
        if (gone || served.unserved() < SUSPICIOUS) {
            return;
        }
        Await.Outcome<Optional<String>> outcome = Await.until(
                "the target to serve requests again",
                patience,
                LOOK,
                absence,
                why -> why.isEmpty() || ended.getAsBoolean());
        if (outcome.reached()) {
            served.answers();
        } else {
            lose(outcome.value().orElse(""));
            gone = true;
        }
    }

    /** Whether scenarios do not begin any more. */
    public boolean isGone() {
        return gone;
    }

    /** Since when the target serves nothing any more; nothing where it does. */
    public Optional<Lost> lost() {
        return Optional.ofNullable(lost);
    }

    /** Notes that the target serves nothing any more; the first word about it stands. */
    public synchronized Lost lose(String why) {
        Lost known = lost;
        if (known != null) {
            return known;
        }
        Optional<Served.Moment> stopped = served.stopped();
        String when = stopped.map(
                        moment -> " " + Duration.between(start, moment.at()).toSeconds()
                                + " s into the run, at " + moment.at().truncatedTo(ChronoUnit.SECONDS) + ", after "
                                + moment.requests() + " requests" + during(moment.at()))
                .orElse("");
        Lost now = new Lost(
                stopped.map(Served.Moment::at).orElse(start),
                "the target stopped serving requests" + when + ": " + why);
        lost = now;
        return now;
    }

    private String during(Instant moment) {
        TreeSet<String> clauses = new TreeSet<>();
        synchronized (spells) {
            spells.stream()
                    .filter(spell -> !spell.from.isAfter(moment) && !spell.to.isBefore(moment))
                    .forEach(spell -> clauses.addAll(spell.clauses));
        }
        return clauses.isEmpty() ? "" : ", during " + String.join(", ", clauses);
    }
}
