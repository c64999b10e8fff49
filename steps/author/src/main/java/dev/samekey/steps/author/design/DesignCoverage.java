package dev.samekey.steps.author.design;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a run has covered of a design. Covered is what was executed and held; what is broken was executed too.
 *
 * @param results by the id of its case; a case that the run did not have is not in it
 * @param interactions of the conditions under which it ran
 */
public record DesignCoverage(Map<String, Result> results, List<Group> groups, Interactions interactions) {
    private static final int MOST_REASONS = 3;

    public DesignCoverage {
        results = Map.copyOf(results);
        groups = List.copyOf(groups);
    }

    /**
     * What came out of a case.
     *
     * @param path the ids of the transitions of the path that broke; empty for another case
     */
    public record Result(
            Verdict verdict, String reason, @JsonIgnore List<String> path) {
        public Result {
            path = List.copyOf(path);
        }
    }

    /** How much of something is covered. */
    public enum Extent {
        COVERED("covered"),
        BROKEN("broken"),
        OPEN("not covered");

        private final String words;

        Extent(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * Something that a design is to cover, such as a transition.
     *
     * @param why it is not covered, or how far it is
     */
    public record Item(String name, Extent extent, String why) {}

    /** What one technique is to cover. */
    public record Group(Technique technique, String name, List<Item> items) {
        public Group {
            items = List.copyOf(items);
        }

        public long count(Extent extent) {
            return items.stream().filter(item -> item.extent() == extent).count();
        }

        /** Of the item with that name; nothing where there is none. */
        public @Nullable Extent extent(String item) {
            return items.stream()
                    .filter(one -> one.name().equals(item))
                    .map(Item::extent)
                    .findFirst()
                    .orElse(null);
        }
    }

    /** The group of that name. */
    public Group group(String name) {
        return groups.stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Compares a design with what a run has seen. */
    public static DesignCoverage of(TestDesign design, Map<String, Result> results, Interactions interactions) {
        Maker maker = Maker.of(design, results);
        List<TransitionCover> there =
                design.transitions().stream().filter(TransitionCover::exists).toList();
        List<Item> transitions =
                there.stream().map(one -> maker.item(one.id(), one.tried())).toList();
        List<Group> groups = new ArrayList<>();
        groups.add(new Group(Technique.REQUIREMENT, "clauses", maker.by(TestCase::clause)));
        groups.add(new Group(Technique.REQUIREMENT, "operations", maker.by(TestCase::operation)));
        groups.add(new Group(Technique.STATE_TRANSITION, "states", states(there, transitions)));
        groups.add(new Group(Technique.STATE_TRANSITION, "transitions", transitions));
        groups.add(new Group(
                Technique.STATE_TRANSITION,
                "pairs of transitions",
                design.transitionPairs().stream().map(maker::pair).toList()));
        groups.add(new Group(
                Technique.BOUNDARY_VALUE,
                "bounds",
                design.bounds().stream()
                        .flatMap(bound -> bound.points().stream()
                                .map(point -> maker.item(
                                        bound.what() + ", " + point.place() + ": " + point.value(), point.tried())))
                        .toList()));
        groups.add(new Group(
                Technique.EQUIVALENCE_CLASS,
                "classes",
                design.classes().stream()
                        .map(one -> maker.item(one.of() + ": " + one.is(), one.tried()))
                        .toList()));
        groups.add(new Group(
                Technique.DECISION_TABLE,
                "rules",
                design.decisions().stream()
                        .map(one -> maker.item(one.name(), one.tried()))
                        .toList()));
        return new DesignCoverage(results, groups, interactions);
    }

    /** A state is covered when something that leaves it, or that is seen in it, is: a way into it shows nothing of it. */
    private static List<Item> states(List<TransitionCover> there, List<Item> transitions) {
        Map<String, List<Extent>> extents = new LinkedHashMap<>();
        for (int i = 0; i < there.size(); i++) {
            extents.computeIfAbsent(there.get(i).from(), unused -> new ArrayList<>())
                    .add(transitions.get(i).extent());
            extents.computeIfAbsent(there.get(i).to(), unused -> new ArrayList<>());
        }
        return extents.entrySet().stream()
                .map(state -> {
                    boolean isCovered = state.getValue().contains(Extent.COVERED);
                    boolean isBroken = state.getValue().contains(Extent.BROKEN);
                    return new Item(
                            state.getKey(),
                            isCovered ? Extent.COVERED : isBroken ? Extent.BROKEN : Extent.OPEN,
                            isCovered
                                    ? ""
                                    : state.getValue().isEmpty()
                                            ? "the contract does not say what happens in it"
                                            : "nothing that leaves it, or that is seen in it, is covered");
                })
                .toList();
    }

    private record Maker(Map<String, TestCase> cases, Map<String, Result> results) {
        static Maker of(TestDesign design, Map<String, Result> results) {
            Map<String, TestCase> cases = new LinkedHashMap<>();
            design.cases().forEach(one -> cases.put(one.id(), one));
            return new Maker(cases, results);
        }

        Item item(String name, Tried tried) {
            return tried.cases().isEmpty()
                    ? new Item(name, Extent.OPEN, Objects.requireNonNullElse(tried.whyNone(), ""))
                    : item(name, tried.cases());
        }

        private Item item(String name, Collection<String> ids) {
            Extent extent = extent(ids);
            return new Item(name, extent, extent == Extent.COVERED ? held(ids) : reasons(ids, extent));
        }

        /** A path that broke went no further, and says nothing of the pairs that the others have. */
        Item pair(PairCover pair) {
            if (pair.tried().cases().isEmpty()) {
                return item(pair.name(), pair.tried());
            }
            List<String> broken = having(pair, Verdict.BROKEN).stream()
                    .filter(id ->
                            pair.ends(Objects.requireNonNull(results.get(id)).path()))
                    .toList();
            List<String> held = having(pair, Verdict.HELD);
            Extent extent = !broken.isEmpty() ? Extent.BROKEN : !held.isEmpty() ? Extent.COVERED : Extent.OPEN;
            return new Item(
                    pair.name(),
                    extent,
                    switch (extent) {
                        case BROKEN -> reasons(broken, extent);
                        case COVERED -> held(pair.tried().cases());
                        case OPEN -> reasons(pair.tried().cases(), extent);
                    });
        }

        private List<String> having(PairCover pair, Verdict verdict) {
            return pair.tried().cases().stream()
                    .filter(id -> results.containsKey(id)
                            && Objects.requireNonNull(results.get(id)).verdict() == verdict)
                    .toList();
        }

        /** An item for each clause, or each operation. */
        List<Item> by(Function<TestCase, @Nullable String> property) {
            Map<String, List<String>> ids = new LinkedHashMap<>();
            cases.values().forEach(one -> {
                String name = property.apply(one);
                if (name != null) {
                    ids.computeIfAbsent(name, unused -> new ArrayList<>()).add(one.id());
                }
            });
            return ids.entrySet().stream()
                    .map(entry -> item(entry.getKey(), entry.getValue()))
                    .toList();
        }

        private Extent extent(Collection<String> ids) {
            Set<Verdict> verdicts = ids.stream()
                    .map(results::get)
                    .filter(Objects::nonNull)
                    .map(Result::verdict)
                    .collect(Collectors.toSet());
            return verdicts.contains(Verdict.BROKEN)
                    ? Extent.BROKEN
                    : verdicts.contains(Verdict.HELD) ? Extent.COVERED : Extent.OPEN;
        }

        private String held(Collection<String> ids) {
            long held = ids.stream()
                    .map(results::get)
                    .filter(result -> result != null && result.verdict() == Verdict.HELD)
                    .count();
            return held == ids.size() ? "" : held + " of " + ids.size() + " cases held";
        }

        private String reasons(Collection<String> ids, Extent extent) {
            Set<String> reasons = new LinkedHashSet<>();
            for (String id : ids) {
                Result result = results.get(id);
                if (result == null) {
                    TestCase one = cases.get(id);
                    reasons.add(
                            one == null || one.isExecutable()
                                    ? "the run did not have " + id
                                    : "a person executes " + id);
                } else if (result.verdict() != Verdict.HELD
                        && (extent != Extent.BROKEN || result.verdict() == Verdict.BROKEN)) {
                    reasons.add(result.reason().isEmpty() ? result.verdict().toString() : result.reason());
                }
            }
            String more = reasons.size() > MOST_REASONS ? "; and " + (reasons.size() - MOST_REASONS) + " more" : "";
            return reasons.stream().limit(MOST_REASONS).collect(Collectors.joining("; ")) + more;
        }
    }
}
