package dev.samekey.steps.judge.expect;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.model.targets.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** Who has won a round of a race. */
public final class Winners {
    private final Reading reading;

    public Winners(Reading reading) {
        this.reading = reading;
    }

    /** The responses of those that were executed: successes that are not marked as replays. */
    public List<Answer> of(Operation operation, Round round) {
        List<Answer> fresh = round.exchanges().stream()
                .flatMap(exchange -> exchange.reply().stream())
                .filter(answer -> Calls.succeeded(operation, answer) && !reading.isReplay(answer))
                .toList();
        // Where nothing marks a replay, responses with one body are those of one operation.
        return reading.marks()
                ? fresh
                : List.copyOf(fresh.stream()
                        .collect(Collectors.toMap(
                                Answer::body, answer -> answer, (one, same) -> one, LinkedHashMap::new))
                        .values());
    }
}
