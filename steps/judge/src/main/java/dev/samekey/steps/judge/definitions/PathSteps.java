package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.judge.act.KeyLife;
import dev.samekey.steps.judge.act.KeyLife.Difference;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.states.KeyPath;
import dev.samekey.steps.model.states.KeyPaths;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.states.Passable;
import dev.samekey.steps.model.states.Transition;
import dev.samekey.steps.model.states.TransitionPair;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Paths through the life of a key, which have each pair of transitions that can follow each other (STO-8). */
public final class PathSteps {
    /** Enough to get from a long path to a short one, and few enough to end soon. */
    private static final int MOST_TRIES = 40;

    private final World world;
    private final Target target;
    private final Contract contract;
    private final KeyLife life;
    private final Checks checks;
    private final Journal journal;
    private int pairs;
    private @Nullable Difference shortest;
    private boolean needsPair;

    public PathSteps(World world, Target target, Contract contract, KeyLife life, Checks checks, Journal journal) {
        this.world = world;
        this.target = target;
        this.contract = contract;
        this.life = life;
        this.checks = checks;
        this.journal = journal;
    }

    @When("each two events that can follow each other happen to its key")
    @Costs(inPaths = true)
    public void eachTwoEventsHappen() {
        Operation operation = world.call().operation();
        KeyPaths paths = new Passable(KeyStates.shipped(), target, contract, operation).paths();
        List<List<KeyPath>> together =
                new ArrayList<>(paths.covering().stream().map(List::of).toList());
        together.add(paths.crashing());
        Set<TransitionPair> covered = new HashSet<>();
        for (List<KeyPath> some : together) {
            some.forEach(path -> journal.add(Evidence.text(EvidenceKind.PATH, "one key", path + "\n" + path.ids())));
            Optional<Difference> difference = life.follow(operation, some);
            if (difference.isPresent()) {
                shortest = shortest(operation, paths, difference.get());
                needsPair = !paths.isShortest(shortest.path());
                return;
            }
            some.forEach(path -> covered.addAll(path.pairs()));
        }
        pairs = covered.size();
    }

    @Then("each event leads where the life of a key says")
    public void leadsWhereItShould() {
        Difference broken = shortest;
        if (broken == null) {
            checks.that("the life of a key", pairs > 0, "pairs of events", "none");
            return;
        }
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("path", broken.path().toString()));
        facts.add(new Fact(KeyPath.TRANSITIONS, broken.path().ids()));
        if (!needsPair) {
            facts.add(new Fact(KeyPath.ALONE, judges(broken.path())));
        }
        facts.addAll(broken.facts());
        checks.that(
                broken.subject() + " when these happen to the key of "
                        + world.call().operation().withArticle() + ": " + broken.path(),
                false,
                broken.expected(),
                broken.actual(),
                facts.toArray(Fact[]::new));
    }

    private static String judges(KeyPath path) {
        Transition last = path.moves().get(path.moves().size() - 1).transition();
        return last.judgedBy().isEmpty()
                ? "no clause"
                : last.judgedBy().stream()
                        .map(judged -> judged.clause())
                        .distinct()
                        .collect(Collectors.joining(", "));
    }

    /** Shorter paths are sent, the shortest first, until none of them differs. */
    private Difference shortest(Operation operation, KeyPaths paths, Difference first) {
        Difference shortest = first;
        Set<KeyPath> tried = new HashSet<>(Set.of(first.path()));
        boolean isShorter = true;
        while (isShorter) {
            isShorter = false;
            for (KeyPath path : paths.shorter(shortest.path())) {
                if (tried.size() <= MOST_TRIES && tried.add(path)) {
                    Optional<Difference> difference = differs(operation, path);
                    if (difference.isPresent()) {
                        shortest = difference.get();
                        isShorter = true;
                        break;
                    }
                }
            }
        }
        return Objects.requireNonNull(shortest);
    }

    /** What could not be brought about is no shorter path that breaks. */
    private Optional<Difference> differs(Operation operation, KeyPath path) {
        try {
            return life.follow(operation, path);
        } catch (Judgement unclear) {
            if (unclear.verdict() != Verdict.INCONCLUSIVE) {
                throw unclear;
            }
            return Optional.empty();
        }
    }
}
