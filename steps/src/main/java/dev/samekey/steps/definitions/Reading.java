package dev.samekey.steps.definitions;

import dev.samekey.steps.contract.Contract;
import dev.samekey.steps.contract.Refusal;
import dev.samekey.steps.http.Answer;
import dev.samekey.steps.verdict.Judgement;
import java.time.DateTimeException;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;

/** Reads an answer by the contract. */
final class Reading {
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withResolverStyle(ResolverStyle.STRICT);

    private final Contract contract;

    Reading(Contract contract) {
        this.contract = contract;
    }

    /** The refusal of that name; without one in the contract nothing can be said. */
    Refusal refusal(String name) {
        Refusal refusal = contract.refusal(name);
        if (refusal == null) {
            throw Judgement.notChecked("refusals." + name + ": the contract does not say how it is refused");
        }
        return refusal;
    }

    Contract.Marker marker() {
        Contract.Marker marker = contract.marker();
        if (marker == null) {
            throw Judgement.notChecked(
                    "replay.marker: the contract does not say how a replay is told from a first answer");
        }
        return marker;
    }

    /** Whether the answer is marked as a replay; never, where the contract knows no mark. */
    boolean isReplay(Answer answer) {
        Contract.Marker marker = contract.marker();
        return marker != null
                && answer.header(marker.header()).map(marker.replay()::equals).orElse(false);
    }

    /** Whether the contract tells a replay from a first answer. */
    boolean marks() {
        return contract.marker() != null;
    }

    /** Status and code tell refusals apart; where the contract names no code, the status does. */
    boolean is(Refusal refusal, Answer answer) {
        return answer.status() == refusal.status()
                && (refusal.code() == null || refusal.code().equals(code(answer)));
    }

    boolean isInProgress(Answer answer) {
        Refusal refusal = contract.refusal("in_progress");
        // CON-2: where the contract names no answer, the two that the clause itself names will do.
        return refusal == null ? answer.status() == 409 || answer.status() == 425 : is(refusal, answer);
    }

    /** RFC 9110, section 10.2.3: seconds, or the one form of a date that a server may write (section 5.6.7). */
    static boolean isRetryAfter(String value) {
        if (value.matches("\\d{1,9}")) {
            return true;
        }
        try {
            HTTP_DATE.parse(value);
            return true;
        } catch (DateTimeException neither) {
            return false;
        }
    }

    private String code(Answer answer) {
        return contract.errors() == null
                ? ""
                : answer.at(contract.errors().code()).asText();
    }
}
