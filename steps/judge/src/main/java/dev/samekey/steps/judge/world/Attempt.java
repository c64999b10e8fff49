package dev.samekey.steps.judge.world;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;

/** A request of a scenario and its response. */
public record Attempt(Call call, Exchange exchange, Purpose purpose) {
    /** The response. Without one nothing was seen, and the scenario ends. */
    public Answer answer() {
        return World.answer(exchange);
    }

    /** The response where a success is due: that the target cannot serve just now says nothing of its contract. */
    public Answer served() {
        Answer answer = answer();
        if (answer.isOutOfService()) {
            throw Judgement.inconclusive(
                    "the target could not serve the request", new Fact("actual", Calls.describe(exchange)), repeat());
        }
        return answer;
    }

    /** Whether there is a response, and it is a success of the operation. */
    public boolean isSuccessful() {
        return exchange.reply()
                .map(answer -> Calls.succeeded(call.operation(), answer))
                .orElse(false);
    }

    /** Status and body, or why there is no response. */
    public String described() {
        return Calls.describe(exchange);
    }

    /** How to send the request once more. */
    public Fact repeat() {
        return World.repeat(exchange);
    }
}
