package dev.samekey.steps.author.design;

import dev.samekey.steps.model.conditions.ConditionModel;
import dev.samekey.steps.model.states.KeyStates;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The test design of an API.
 *
 * @param target the name in the target file
 * @param contract the name of its contract
 * @param states the life of a key, in all contracts
 * @param transitions the same, with what this contract has of it
 * @param transitionPairs two transitions of this contract that can follow each other
 * @param factors what may vary without changing what is expected, and what of it is left out
 * @param notUnderConditions the clauses that are judged as usual alone
 * @param notes what is to be known of the design
 * @param leftOut what there are no cases for, and why
 */
public record TestDesign(
        String target,
        String contract,
        KeyStates states,
        List<TestCase> cases,
        List<TransitionCover> transitions,
        List<PairCover> transitionPairs,
        List<Bound> bounds,
        List<ClassCover> classes,
        List<Decision> decisions,
        List<String> factors,
        List<ConditionModel.NotJudged> notUnderConditions,
        List<String> notes,
        List<LeftOut> leftOut) {
    public TestDesign {
        cases = List.copyOf(cases);
        transitions = List.copyOf(transitions);
        transitionPairs = List.copyOf(transitionPairs);
        bounds = List.copyOf(bounds);
        classes = List.copyOf(classes);
        decisions = List.copyOf(decisions);
        factors = List.copyOf(factors);
        notUnderConditions = List.copyOf(notUnderConditions);
        notes = List.copyOf(notes);
        leftOut = List.copyOf(leftOut);
    }

    /** The same in other words, such as without secrets, but for the names by which a report is found. */
    TestDesign saying(UnaryOperator<String> words) {
        return new TestDesign(
                target,
                contract,
                states,
                cases.stream().map(one -> one.saying(words)).toList(),
                transitions,
                transitionPairs,
                bounds.stream().map(one -> one.saying(words)).toList(),
                classes,
                decisions,
                factors.stream().map(words).toList(),
                notUnderConditions,
                notes.stream().map(words).toList(),
                leftOut.stream()
                        .map(one -> new LeftOut(one.clause(), words.apply(one.what()), words.apply(one.reason())))
                        .toList());
    }
}
