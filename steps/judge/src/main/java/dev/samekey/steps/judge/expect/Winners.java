package dev.samekey.steps.judge.expect;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.model.targets.Operation;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Who has won a round of a race. */
public final class Winners {
    private final Reading reading;

    public Winners(Reading reading) {
        this.reading = reading;
    }

    /**
     * The responses of those that were executed, one for each result: successes with ids of their own. Where no id tells
     * results apart, a response that is marked as a replay is none, if any is not; nor is one with the body of another.
     */
    public List<Answer> of(Operation operation, Round round) {
        List<Answer> successes = round.exchanges().stream()
                .flatMap(exchange -> exchange.reply().stream())
                .filter(answer -> Calls.succeeded(operation, answer))
                .sorted(Comparator.comparing(reading::looksLikeReplay))
                .toList();
        String id = operation.id();
        if (id != null
                && operation.role().makesNew()
                && successes.stream().noneMatch(answer -> answer.at(id).isMissingNode())) {
            return distinct(successes, answer -> answer.at(id));
        }
        List<Answer> fresh =
                successes.stream().filter(answer -> !reading.isMarked(answer)).toList();
        return reading.marks() && !fresh.isEmpty() ? fresh : reading.unlike(successes);
    }

    private static List<Answer> distinct(List<Answer> answers, Function<Answer, Object> by) {
        Map<Object, Answer> first = new LinkedHashMap<>();
        answers.forEach(answer -> first.putIfAbsent(by.apply(answer), answer));
        return List.copyOf(first.values());
    }
}
