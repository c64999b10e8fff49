package dev.samekey.steps.judge.expect;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Marker;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.DateTimeException;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;

/** Reads an answer by the contract. */
public final class Reading {
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withResolverStyle(ResolverStyle.STRICT);

    private final Contract contract;

    public Reading(Contract contract) {
        this.contract = contract;
    }

    /** How the contract refuses for a reason; without one in the contract nothing can be said. */
    public Refusal refusal(Reason reason) {
        String name = reason.name().toLowerCase(Locale.ROOT);
        Refusal refusal = contract.refusal(reason);
        if (refusal == null) {
            throw Judgement.notChecked("refusals." + name + ": the contract does not say how it is refused");
        }
        if (refusal.statuses().isEmpty() && contract.errorCode() == null) {
            throw Judgement.notChecked("errors.code: the contract does not say where an error has its code");
        }
        return refusal;
    }

    public Marker marker() {
        Marker marker = contract.marker();
        if (marker == null) {
            throw Judgement.notChecked(
                    "replay.marker: the contract does not say how a replay differs from a first response");
        }
        return marker;
    }

    /** Whether the answer is marked as a replay; never, where the contract knows no mark. */
    public boolean isReplay(Answer answer) {
        Marker marker = contract.marker();
        return marker != null && marker.replay().equals(mark(answer));
    }

    /** Ends a scenario about failures that pass, where the contract keeps this failure as the outcome of its key. */
    public void mustPass(Answer failure) {
        Contract.Stored stored = contract.stored();
        if (failure.status() >= 500 && stored != null && Boolean.TRUE.equals(stored.serverErrors())) {
            throw Judgement.notApplicable(
                    "stored.5xx: the contract keeps such a failure as the outcome of its key, so no retry goes through");
        }
    }

    /** Ends a scenario about losers that are refused for now, where the contract keeps them waiting instead. */
    public void mustTellToWait() {
        if (contract.inProgress() == Contract.InProgress.WAIT) {
            throw Judgement.notApplicable("in_progress: the contract keeps a loser waiting, and does not refuse it");
        }
    }

    /** What stands where the contract has its mark. */
    public String mark(Answer answer) {
        Marker marker = marker();
        return marker.header() == null
                ? answer.at(marker.place()).asText("none")
                : answer.header(marker.header()).orElse("none");
    }

    /** Whether the contract marks a replay. */
    public boolean marks() {
        return contract.marker() != null;
    }

    /** Status and code tell refusals apart; where the contract names only one of them, that one does. */
    public boolean is(Refusal refusal, Answer answer) {
        return refusal.isSaidBy(answer.status(), contract.errorCode() == null ? null : code(answer));
    }

    /** What stands at the first of the contract's pointers to the code of an error where something stands. */
    public String code(Answer answer) {
        return contract.errorCodes().stream()
                .map(code -> answer.at(code.toString()).asText())
                .filter(code -> !code.isEmpty())
                .findFirst()
                .orElse("");
    }

    public boolean isMismatch(Answer answer) {
        Refusal refusal = contract.refusal(Reason.PAYLOAD_MISMATCH);
        return refusal != null && is(refusal, answer);
    }

    public boolean isInProgress(Answer answer) {
        Refusal refusal = contract.refusal(Reason.IN_PROGRESS);
        // CON-2: where the contract names no answer, the two that the clause itself names will do.
        // 425 is always one of them.
        return answer.status() == 425 || (refusal == null ? answer.status() == 409 : is(refusal, answer));
    }

    /** RFC 9110, section 10.2.3: seconds, or the one form of a date that a server may write (section 5.6.7). */
    public static boolean isRetryAfter(String value) {
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
}
