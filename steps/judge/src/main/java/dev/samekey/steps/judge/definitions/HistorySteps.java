package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.judge.act.SharedThing;
import dev.samekey.steps.judge.act.SharedThing.Difference;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Seed;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.states.Course;
import dev.samekey.steps.model.states.KeyHistories;
import dev.samekey.steps.model.states.KeyHistory;
import dev.samekey.steps.model.states.KeyPath;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Histories of several keys about one thing, and what each key must keep in them (STO-8). */
public final class HistorySteps {
    /** Enough to get from a long history to a short one, and few enough to end soon. */
    private static final int MOST_TRIES = 40;

    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final World world;
    private final Target target;
    private final Contracts contracts;
    private final SharedThing thing;
    private final Checks checks;
    private final Journal journal;
    private final Seed seed;
    private @Nullable Difference shortest;
    private int retries;

    public HistorySteps(
            World world,
            Target target,
            Contracts contracts,
            SharedThing thing,
            Checks checks,
            Journal journal,
            Seed seed) {
        this.world = world;
        this.target = target;
        this.contracts = contracts;
        this.thing = thing;
        this.checks = checks;
        this.journal = journal;
        this.seed = seed;
    }

    @When("random histories of it, of all that comes after it and of their retries are sent")
    @Costs(180)
    public void randomHistories() {
        Call mine = world.call();
        Operation operation = mine.operation();
        KeyHistories all = KeyHistories.of(operation, target, contracts);
        long mySeed = seed.of("histories of " + operation.name());
        SharedThing.Seen seen = follow("history", all.covering(mySeed));
        retries = seen.retries();
        if (seen.difference().isEmpty()) {
            seen = follow("history of two requests", all.completing(mySeed, seen.pairs()));
            retries += seen.retries();
        }
        shortest = seen.difference().map(this::shortened).orElse(null);
        // The scenario is about the operation that it names.
        world.test(mine);
    }

    private SharedThing.Seen follow(String name, List<KeyHistory> histories) {
        for (KeyHistory history : histories) {
            String title = name + " " + (histories.indexOf(history) + 1) + " of " + histories.size() + ", from seed "
                    + seed.value();
            journal.add(Evidence.text(EvidenceKind.HISTORY, title, history.toString()));
        }
        return thing.follow(histories);
    }

    @Then("each key keeps its outcome and its effects")
    public void keepsItsOutcome() {
        Difference broken = shortest;
        if (broken == null) {
            checks.that("what the keys keep", retries > 0, "retries whose outcome is known", "none");
            return;
        }
        List<Fact> facts =
                new ArrayList<>(List.of(new Fact("history", broken.history().toString())));
        facts.add(new Fact(KeyPath.OPERATION, String.valueOf(broken.operation().name())));
        if (broken.history().isOfOneKey(broken.number())) {
            facts.add(new Fact(KeyPath.ALONE, alone(broken)));
        }
        facts.addAll(broken.facts());
        checks.that(
                broken.subject() + ", in this history: " + broken.history(),
                false,
                broken.expected(),
                broken.actual(),
                facts.toArray(Fact[]::new));
    }

    /** The clauses that judge the same without any other key. */
    private static String alone(Difference broken) {
        KeyHistory history = broken.history();
        Role role = broken.operation().role();
        Course course =
                history.request(broken.number()).map(KeyHistory.New::course).orElse(Course.SUCCEEDS);
        return String.join(
                ", ",
                Stream.of(
                                role == Role.EVENT
                                        ? List.of("EVT-1", "EVT-2")
                                        : List.of("RPL-4", "RPL-1", "RPL-2", "RPL-5", "RPL-11", "KEY-7"),
                                role == Role.REVERSE ? List.of("REV-2") : List.<String>of(),
                                role == Role.UPDATE ? List.of("CND-2") : List.<String>of(),
                                history.changesReplica() ? List.of("RPL-8") : List.<String>of(),
                                course == Course.IS_DECLINED ? List.of("RPL-6") : List.<String>of(),
                                course == Course.BREAKS_DOWN_ONCE ? List.of("STO-5") : List.<String>of())
                        .flatMap(List::stream)
                        .toList());
    }

    /** Shorter histories are sent, until none of them differs. */
    private Difference shortened(Difference first) {
        Difference found = first;
        long deadline = System.nanoTime() + LONGEST.toNanos();
        Set<KeyHistory> tried = new HashSet<>(Set.of(first.history()));
        Iterator<KeyHistory> shorter = shorter(found);
        while (shorter.hasNext() && tried.size() <= MOST_TRIES && System.nanoTime() < deadline) {
            KeyHistory candidate = shorter.next();
            if (tried.add(candidate)) {
                Optional<Difference> difference = differs(candidate);
                if (difference.isPresent()) {
                    found = difference.get();
                    shorter = shorter(found);
                }
            }
        }
        return Objects.requireNonNull(found);
    }

    /** Mostly two keys are enough. */
    private static Iterator<KeyHistory> shorter(Difference found) {
        KeyHistory history = found.history();
        return Stream.concat(history.around(found.number()), history.shorter()).iterator();
    }

    /** What could not be brought about is no shorter history that breaks. */
    private Optional<Difference> differs(KeyHistory history) {
        try {
            return thing.follow(List.of(history)).difference();
        } catch (Judgement unclear) {
            if (unclear.verdict() != Verdict.INCONCLUSIVE) {
                throw unclear;
            }
            return Optional.empty();
        }
    }
}
