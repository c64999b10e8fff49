package dev.samekey.steps.author.design;

import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.states.JudgedBy;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.states.Transition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a request gets, by its key, its payload and the state of its key, as the contracts say it. */
final class DecisionTable {
    private static final String ANY = "-";

    private final KeyStates states;
    private final Promises promises;
    private final CaseIndex index;
    private final List<PairCover> pairs;

    /** @param pairs what no scenario tries alone, a path may try */
    DecisionTable(KeyStates states, Promises promises, CaseIndex index, List<PairCover> pairs) {
        this.states = states;
        this.promises = promises;
        this.index = index;
        this.pairs = pairs;
    }

    /** What several contracts say alike is one rule. */
    List<Decision> rules() {
        Map<Promises.Part, List<Decision>> all = new LinkedHashMap<>();
        promises.parts().forEach(part -> all.put(part, new Of(part).rules()));
        int size = all.values().iterator().next().size();
        return IntStream.range(0, size)
                .boxed()
                .flatMap(i -> {
                    Map<String, Map<Promises.Part, Decision>> alike = new LinkedHashMap<>();
                    all.forEach((part, rules) -> alike.computeIfAbsent(
                                    rules.get(i).response(), unused -> new LinkedHashMap<>())
                            .put(part, rules.get(i)));
                    return alike.values().stream().map(this::one);
                })
                .toList();
    }

    private Decision one(Map<Promises.Part, Decision> alike) {
        Decision first = alike.values().iterator().next();
        return new Decision(
                first.key(),
                first.payload(),
                first.state(),
                promises.operations(List.copyOf(alike.keySet())),
                first.response(),
                alike.values().stream()
                        .flatMap(rule -> rule.clauses().stream())
                        .distinct()
                        .toList(),
                first.path(),
                Tried.all(alike.values().stream().map(Decision::tried).toList()));
    }

    /** The rules of one contract. */
    private final class Of {
        private final Promises.Part part;
        private final Contract contract;

        Of(Promises.Part part) {
            this.part = part;
            this.contract = part.contract();
        }

        List<Decision> rules() {
            List<Decision> rules = new ArrayList<>(List.of(noKey(), malformedKey()));
            rules.add(known("new", ANY, states.start(), "request"));
            states.states().keySet().stream()
                    .filter(state -> !state.equals(states.start()))
                    .flatMap(state -> Stream.of(
                            known("known", "same", state, "duplicate"),
                            known("known", "other", state, "other_payload")))
                    .forEach(rules::add);
            return rules;
        }

        private Decision noKey() {
            if (Boolean.FALSE.equals(contract.key().required())) {
                return new Decision(
                        "none",
                        ANY,
                        ANY,
                        List.of(),
                        "The request is executed, and shares nothing with other requests.",
                        List.of("KEY-9"),
                        List.of(),
                        index.by(part::isOf, "KEY-9"));
            }
            Refusal refusal = contract.refusal(Reason.MISSING_KEY);
            return new Decision(
                    "none",
                    ANY,
                    ANY,
                    List.of(),
                    refusal == null
                            ? "The contract does not say it (refusals.missing_key)."
                            : "The request is refused for a missing key: " + refusal + ".",
                    List.of("KEY-1"),
                    List.of(),
                    index.by(part::isOf, "KEY-1"));
        }

        private Decision malformedKey() {
            Refusal refusal = contract.refusal(Reason.MALFORMED_KEY);
            return new Decision(
                    "malformed",
                    ANY,
                    ANY,
                    List.of(),
                    "The request is refused for a malformed key" + (refusal == null ? "." : ": " + refusal + "."),
                    List.of("KEY-3"),
                    List.of(),
                    index.by(part::isOf, "KEY-3"));
        }

        private Decision known(String key, String payload, String state, String event) {
            List<Transition> all = states.transitions().stream()
                    .filter(transition -> transition.from().equals(state)
                            && transition.event().equals(event))
                    .toList();
            List<Transition> there =
                    all.stream().filter(states.in(contract)::contains).toList();
            Set<String> clauses = new LinkedHashSet<>();
            there.stream()
                    .flatMap(one -> one.judgedBy().stream())
                    .map(JudgedBy::clause)
                    .forEach(clauses::add);
            boolean isReached = states.reached(states.in(contract)).containsKey(state);
            List<String> path = there.stream()
                    .findFirst()
                    .flatMap(one -> Optional.ofNullable(
                            states.paths(states.in(contract)).get(one)))
                    .stream()
                    .flatMap(List::stream)
                    .map(Transition::id)
                    .toList();
            return new Decision(
                    key,
                    payload,
                    state,
                    List.of(),
                    isReached
                            ? response(all, there, state, event)
                            : "The contract has no such state" + why(state) + ".",
                    List.copyOf(clauses),
                    path,
                    isReached ? tried(there) : Tried.none("The contract has no such state."));
        }

        /** Why nothing leads to a state, as far as the contract says it. */
        private String why(String state) {
            return states.transitions().stream()
                    .filter(transition ->
                            transition.to().equals(state) && !transition.from().equals(state))
                    .map(transition -> transition.lackingIn(contract))
                    .flatMap(Optional::stream)
                    .map(judgement -> " (" + judgement.reason() + ")")
                    .findFirst()
                    .orElse("");
        }

        private String response(List<Transition> all, List<Transition> there, String state, String event) {
            if (there.isEmpty()) {
                return "The contract does not say it"
                        + all.stream()
                                .map(transition -> transition.lackingIn(contract))
                                .flatMap(Optional::stream)
                                .map(judgement -> " (" + judgement.reason() + ")")
                                .findFirst()
                                .orElse("")
                        + ".";
            }
            return there.stream().map(Transition::response).distinct().collect(Collectors.joining(" Or: "))
                    + refusals(there, state, event);
        }

        /** How it is refused, where one of the responses is a refusal. */
        private String refusals(List<Transition> there, String state, String event) {
            if (there.stream().noneMatch(transition -> transition.response().contains("refused"))) {
                return "";
            }
            List<Reason> reasons = new ArrayList<>();
            if (event.equals("other_payload") && !state.equals("expired")) {
                reasons.add(Reason.PAYLOAD_MISMATCH);
            }
            if (state.equals("in_progress") || state.equals("taken_over")) {
                reasons.add(Reason.IN_PROGRESS);
            }
            if (state.equals("expired")) {
                reasons.add(Reason.EXPIRED_KEY);
            }
            if (state.equals("completed") && event.equals("duplicate")) {
                reasons.add(Reason.REPLAYED_KEY);
            }
            String said = reasons.stream()
                    .map(contract::refusal)
                    .filter(Of::isThere)
                    .map(String::valueOf)
                    .distinct()
                    .collect(Collectors.joining(", or "));
            return said.isEmpty() ? "" : " Refusal: " + said + ".";
        }

        private static boolean isThere(@Nullable Refusal refusal) {
            return refusal != null;
        }

        private Tried tried(List<Transition> there) {
            List<JudgedBy> judged =
                    there.stream().flatMap(one -> one.judgedBy().stream()).toList();
            if (!judged.isEmpty()) {
                return index.by(judged, part::isOf);
            }
            return there.isEmpty()
                    ? Tried.none("The contract does not say what is expected.")
                    : Tried.all(there.stream()
                            .map(one -> index.only(
                                    PairCover.with(one.id(), pairs, String.valueOf(one.notJudged())), part::isOf))
                            .toList());
        }
    }
}
