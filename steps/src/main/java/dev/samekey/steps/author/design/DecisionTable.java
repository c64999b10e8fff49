package dev.samekey.steps.author.design;

import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.states.JudgedBy;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.states.Transition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a request gets, by its key, its payload and the state of its key, as a contract says it. */
final class DecisionTable {
    private static final String ANY = "-";

    private final KeyStates states;
    private final Contract contract;
    private final CaseIndex index;

    DecisionTable(KeyStates states, Contract contract, CaseIndex index) {
        this.states = states;
        this.contract = contract;
        this.index = index;
    }

    List<Decision> rules() {
        List<Decision> rules = new ArrayList<>(List.of(noKey(), malformedKey()));
        rules.add(known("new", ANY, states.start(), "request"));
        states.states().keySet().stream()
                .filter(state -> !state.equals(states.start()))
                .flatMap(state -> Stream.of(
                        known("known", "same", state, "duplicate"), known("known", "other", state, "other_payload")))
                .forEach(rules::add);
        return rules;
    }

    private Decision noKey() {
        if (Boolean.FALSE.equals(contract.key().required())) {
            return new Decision(
                    "none",
                    ANY,
                    ANY,
                    "The request is executed, and shares nothing with other requests.",
                    List.of("KEY-9"),
                    index.by("KEY-9"));
        }
        Refusal refusal = contract.refusal(Reason.MISSING_KEY);
        return new Decision(
                "none",
                ANY,
                ANY,
                refusal == null
                        ? "The contract does not say it (refusals.missing_key)."
                        : "The request is refused for a missing key: " + refusal + ".",
                List.of("KEY-1"),
                index.by("KEY-1"));
    }

    private Decision malformedKey() {
        Refusal refusal = contract.refusal(Reason.MALFORMED_KEY);
        return new Decision(
                "malformed",
                ANY,
                ANY,
                "The request is refused for a malformed key" + (refusal == null ? "." : ": " + refusal + "."),
                List.of("KEY-3"),
                index.by("KEY-3"));
    }

    private Decision known(String key, String payload, String state, String event) {
        List<Transition> all = states.transitions().stream()
                .filter(transition ->
                        transition.from().equals(state) && transition.event().equals(event))
                .toList();
        List<Transition> there =
                all.stream().filter(states.in(contract)::contains).toList();
        Set<String> clauses = new LinkedHashSet<>();
        there.stream()
                .flatMap(one -> one.judgedBy().stream())
                .map(JudgedBy::clause)
                .forEach(clauses::add);
        boolean isReached = states.reached(states.in(contract)).containsKey(state);
        return new Decision(
                key,
                payload,
                state,
                isReached ? response(all, there, state, event) : "The contract has no such state" + why(state) + ".",
                List.copyOf(clauses),
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
                .filter(DecisionTable::isThere)
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
            return index.by(judged);
        }
        return Tried.none(there.stream()
                .map(Transition::notJudged)
                .filter(why -> why != null)
                .findFirst()
                .orElse("The contract does not say what is expected."));
    }
}
