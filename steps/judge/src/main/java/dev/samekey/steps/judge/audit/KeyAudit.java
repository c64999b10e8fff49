package dev.samekey.steps.judge.audit;

import dev.samekey.steps.judge.audit.Seen.Outcome;
import dev.samekey.steps.judge.audit.Shown.Contradiction;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Contract.Mismatch;
import dev.samekey.steps.model.contract.Contract.Scope;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Replay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the exchanges under one key show. There is an explanation for all of them if there was at most one execution and each
 * response is one that the contract allows at some moment between its request and its end. So each exchange is compared with
 * the first one that was done, which every explanation has to begin with, and time decides only where it is certain.
 */
final class KeyAudit {
    private final Contract contract;
    private final @Nullable Duration lifetime;
    private final boolean refusesRepeats;

    KeyAudit(Contract contract) {
        this.contract = contract;
        Contract.Lifetime promised = contract.lifetime();
        this.lifetime = promised == null ? null : promised.normal();
        Replay replay = contract.replay();
        this.refusesRepeats = replay != null && replay.refuses();
    }

    /** @param exchanges of one caller, under one key, in the order in which they were sent */
    List<Shown> of(List<Seen> exchanges) {
        List<Shown> shown = new ArrayList<>();
        exchanges.forEach(one -> alone(one).ifPresent(shown::add));
        Optional<Seen> original = original(exchanges);
        long latest = Long.MIN_VALUE;
        for (int i = 0; i < exchanges.size(); i++) {
            Seen one = exchanges.get(i);
            if (one.outcome() == Outcome.IN_PROGRESS) {
                boolean mayRun = latest > one.sent() - one.resolution()
                        || (i + 1 < exchanges.size() && !exchanges.get(i + 1).isAfter(one));
                original.ifPresent(first -> shown.add(inProgress(first, one, mayRun)));
            } else {
                original.filter(first -> !first.equals(one) && livesAt(first, one))
                        .ifPresent(first -> compared(first, one, shown));
            }
            latest = Math.max(latest, one.outcome() == Outcome.OPEN ? Seen.UNKNOWN : one.answered());
        }
        return shown;
    }

    /** The first that was done and is not marked as a replay: by the end of its response, for it was executed before that. */
    private static Optional<Seen> original(List<Seen> exchanges) {
        List<Seen> done = exchanges.stream().filter(Seen::isDone).toList();
        List<Seen> fresh =
                done.stream().filter(one -> !Boolean.TRUE.equals(one.mark())).toList();
        return (fresh.isEmpty() ? done : fresh).stream().min(Comparator.comparingLong(Seen::answered));
    }

    /** Whether a key lives for certain when another request under it has its response. */
    private boolean livesAt(Seen first, Seen other) {
        long latest = other.answered() == Seen.UNKNOWN ? other.sent() : other.answered();
        return lifetime == null || latest - first.sent() < lifetime.toNanos() / 1000;
    }

    private Optional<Shown> alone(Seen one) {
        if (one.isDone() && !one.isLegal()) {
            return Optional.of(new Shown(
                    "KEY-3",
                    List.of(one),
                    new Contradiction("response to an illegal key", "a refusal", String.valueOf(one.status()), null)));
        }
        boolean asksToWait = one.status() == 429 || one.status() == 503;
        Refusal refusal = contract.refusal(Reason.IN_PROGRESS);
        boolean isPromised = one.outcome() == Outcome.IN_PROGRESS && refusal != null && refusal.retryAfter() != null;
        if (one.saysWhen() == null || (!asksToWait && !isPromised)) {
            return Optional.empty();
        }
        return Optional.of(Shown.that(
                asksToWait ? "ERR-3" : "CON-3",
                one.saysWhen(),
                List.of(one),
                new Contradiction(
                        "response " + one.status() + " to " + one.route(), "a header Retry-After", "none", null)));
    }

    private void compared(Seen first, Seen other, List<Shown> shown) {
        if (first.payload() == 0 || other.payload() == 0) {
            if (other.isDone()) {
                done(first, other, shown);
            }
        } else if (first.payload() == other.payload()) {
            repeated(first, other, shown);
        } else {
            changed(first, other, shown);
        }
    }

    /** The same payload once more. */
    private void repeated(Seen first, Seen other, List<Shown> shown) {
        switch (other.outcome()) {
            case DONE -> {
                if (first.bytes() != other.bytes()) {
                    shown.add(new Shown("MIS-3", List.of(first, other), null));
                }
                done(first, other, shown);
            }
            case MISMATCH ->
                shown.add(contradiction(
                        first.bytes() == other.bytes() ? "RPL-1" : "MIS-3",
                        first,
                        other,
                        first.bytes() == other.bytes()
                                ? "repeated " + first.route() + " with the same payload"
                                : "repeated " + first.route() + " whose payload is only written otherwise",
                        "status " + first.status(),
                        other.status() + ", as for another payload"));
            case REFUSED -> {
                if (other.isAfter(first) && !refusesRepeats) {
                    shown.add(contradiction(
                            "RPL-1",
                            first,
                            other,
                            "status of the repeated " + first.route(),
                            replayStatus(first),
                            String.valueOf(other.status())));
                }
            }
            default -> {}
        }
    }

    private void done(Seen first, Seen other, List<Shown> shown) {
        boolean isRetry = other.isAfter(first);
        String one = first.result();
        String another = other.result();
        if (one != null && another != null) {
            shown.add(Shown.that(
                    isRetry ? "RPL-4" : "CON-1",
                    one.equals(another),
                    List.of(first, other),
                    new Contradiction(
                            (isRetry ? "result of the repeated " : "result of a simultaneous ") + first.route(),
                            one,
                            another,
                            doubt(first))));
            if (!one.equals(another)) {
                return;
            }
        }
        if (!isRetry || refusesRepeats) {
            return;
        }
        Replay replay = contract.replay();
        if (replay != null) {
            shown.add(Shown.that(
                    "RPL-1",
                    replayStatus(first).equals(String.valueOf(other.status())),
                    List.of(first, other),
                    new Contradiction(
                            "status of the repeated " + first.route(),
                            replayStatus(first),
                            String.valueOf(other.status()),
                            doubt(first))));
        }
        boolean isStored =
                replay != null && (replay.mode() == Replay.Mode.STORED || replay.mode() == Replay.Mode.SEMANTIC);
        if (isStored && first.body() != 0 && other.body() != 0) {
            shown.add(Shown.that(
                    "RPL-2",
                    first.body() == other.body(),
                    List.of(first, other),
                    new Contradiction(
                            "body of the repeated " + first.route(),
                            "the body of the first response",
                            "another one",
                            doubt(first))));
        }
        if (other.mark() != null && !Boolean.TRUE.equals(first.mark())) {
            shown.add(Shown.that(
                    "RPL-3",
                    other.mark(),
                    List.of(first, other),
                    new Contradiction(
                            "mark of the repeated " + first.route(), "that of a replay", "none", doubt(first))));
        }
        if (first.cookie() != 0) {
            shown.add(Shown.that(
                    "RPL-14",
                    first.cookie() != other.cookie(),
                    List.of(first, other),
                    new Contradiction(
                            "cookie of the repeated " + first.route(),
                            "none, or a new one",
                            "that of the first response",
                            null)));
        }
    }

    private String replayStatus(Seen first) {
        Replay replay = contract.replay();
        Integer own = replay == null ? null : replay.status();
        return String.valueOf(own == null ? first.status() : own);
    }

    /** Another payload under the key of what was done. */
    private void changed(Seen first, Seen other, List<Shown> shown) {
        Mismatch mismatch = contract.mismatch();
        boolean isOther = first.result() != null
                && other.result() != null
                && !first.result().equals(other.result());
        String subject = "another payload under the key of " + first.route();
        if (mismatch == Mismatch.REPLAY) {
            if (isOther) {
                shown.add(contradiction(
                        "MIS-1",
                        first,
                        other,
                        subject,
                        "the result " + first.result(),
                        "the result " + other.result()));
            }
            return;
        }
        if (mismatch != Mismatch.REFUSE) {
            return;
        }
        // What does not count in a payload may be more than the contract names, unless two things were made.
        boolean mayBeAlike =
                contract.fingerprint() != null && contract.fingerprint().alike() != null && !isOther;
        if (other.isDone() && !mayBeAlike) {
            shown.add(contradiction(
                    other.isAfter(first) || first.isAfter(other) ? "MIS-1" : "CON-5",
                    first,
                    other,
                    subject,
                    "a refusal",
                    other.status() + (other.result() == null ? "" : " with the result " + other.result())));
        } else if (other.outcome() == Outcome.MISMATCH || other.outcome() == Outcome.IN_PROGRESS) {
            shown.add(new Shown(other.mayMeet(first) ? "CON-5" : "MIS-1", List.of(first, other), null));
        }
    }

    /** @param mayRun whether something else was under way, or may have been */
    private static Shown inProgress(Seen first, Seen refused, boolean mayRun) {
        return Shown.that(
                "CON-2",
                mayRun,
                List.of(first, refused),
                new Contradiction(
                        "repeated " + first.route() + " when nothing else was under way",
                        "the outcome of the first request, " + first.status(),
                        refused.status() + ", in progress",
                        null));
    }

    private Shown contradiction(String clause, Seen first, Seen other, String subject, String expected, String actual) {
        return new Shown(clause, List.of(first, other), new Contradiction(subject, expected, actual, doubt(first)));
    }

    /** Why two requests may not be of one key. */
    private @Nullable String doubt(Seen first) {
        List<Scope> scope = contract.scope();
        boolean isOfItsCaller = scope == null || scope.contains(Scope.PRINCIPAL);
        if (isOfItsCaller && first.caller().id().isEmpty() && !first.isRandom()) {
            return "a key belongs to its caller, and the recording does not say who called";
        }
        return lifetime == null ? "the contract does not say how long a key lives" : null;
    }
}
