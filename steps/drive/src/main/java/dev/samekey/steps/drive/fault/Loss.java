package dev.samekey.steps.drive.fault;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import java.util.OptionalInt;

/**
 * The outcome of an exchange that met a fault.
 *
 * @param exchange as the caller saw it
 * @param upstream the status of the target's response; empty where it was not reached or gave no response
 */
public record Loss(Fault fault, Exchange exchange, OptionalInt upstream) {

    /** Whether the fault really happened as it is named; otherwise the scenario has not reached its condition. */
    public boolean fired() {
        return switch (fault) {
            case REQUEST_LOST -> upstream.isEmpty() && exchange.answer() == null;
            case BAD_GATEWAY -> succeeded() && sawStatus(FaultProxy.BAD_GATEWAY);
            case GATEWAY_TIMEOUT -> succeeded() && sawStatus(FaultProxy.GATEWAY_TIMEOUT);
            case ANSWER_LOST, ANSWER_TRUNCATED, ANSWER_TOO_LATE -> succeeded() && exchange.answer() == null;
        };
    }

    /** The target's response, for a report. */
    public String described() {
        return upstream.isPresent() ? "the target responded " + upstream.getAsInt() : "the target gave no response";
    }

    private boolean succeeded() {
        return upstream.isPresent() && upstream.getAsInt() / 100 == 2;
    }

    private boolean sawStatus(int status) {
        return exchange.reply()
                .map(Answer::status)
                .filter(seen -> seen == status)
                .isPresent();
    }
}
