package dev.samekey.steps.model.states;

import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.Target;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which transitions can be brought about for an operation, by what target file and contract say. Nothing is sent. */
public record Passable(KeyStates states, Target target, Contract contract, Operation operation) {
    /** The paths through those that can. */
    public KeyPaths paths() {
        Set<Course> courses = Course.of(operation);
        List<Transition> some = states.in(contract).stream()
                .filter(transition -> whyNot(transition).isEmpty())
                .toList();
        return new KeyPaths(states, some, courses);
    }

    /** Whether the contract has both transitions. */
    public boolean has(TransitionPair pair) {
        return states.in(contract).stream()
                .map(Transition::id)
                .toList()
                .containsAll(List.of(pair.first().id(), pair.next().id()));
    }

    /** Why a transition of the contract cannot be brought about; nothing where it can. */
    public Optional<String> whyNot(Transition transition) {
        Event event = Event.of(transition.event()).orElse(null);
        return Optional.ofNullable(
                event == null
                        ? "Samekey does not know how to bring about «" + transition.event() + "»"
                        : lacking(transition, event));
    }

    private @Nullable String lacking(Transition transition, Event event) {
        boolean isMet = KeyPaths.isInProgress(transition.from()) && !event.isEnd();
        if (event == Event.CRASH) {
            return isMet
                    ? "the paths crash the target between two requests, and not while one is in progress"
                    : target.lifecycle() == null ? "the target cannot be ended and started (lifecycle)" : null;
        }
        if (isMet && !operation.can(SandboxWord.SLOW) && !operation.can(SandboxWord.SLOW_FAILURE_ONCE)) {
            return "the target file names no way to make it «slow» (sandbox.slow)";
        }
        return switch (event) {
            case REFUSAL -> lackingForRefusal();
            case DUPLICATE -> lackingForDuplicate(transition);
            case OTHER_PAYLOAD -> lackingForOtherPayload(transition);
            case FAILURE ->
                operation.can(SandboxWord.DECLINED)
                        ? null
                        : "the target file names no way to have it «declined» (sandbox.declined)";
            case BREAKDOWN ->
                operation.can(SandboxWord.UNAVAILABLE_ONCE) || operation.can(SandboxWord.SLOW_FAILURE_ONCE)
                        ? null
                        : "the target file names no way to make it fail once (sandbox.unavailable_once)";
            case TAKEOVER -> lackingClock();
            case EXPIRY -> lackingForExpiry(transition);
            case CLEANUP -> lackingForCleanup(transition);
            default -> null;
        };
    }

    private @Nullable String lackingClock() {
        return target.clock() == null ? "the target has no clock that can be moved (clock)" : null;
    }

    private @Nullable String lackingForExpiry(Transition transition) {
        Contract.Lifetime lifetime = contract.lifetime();
        boolean isOther = lifetime != null
                && lifetime.refused() != null
                && transition.from().equals("failed");
        return isOther && contract.expired() == Contract.Expired.REJECT
                ? "the key of a refusal is new after its lifetime (lifetime.refused), and that of a result is refused (expired)"
                : lackingClock();
    }

    private @Nullable String lackingForCleanup(Transition transition) {
        if (transition.from().equals("expired") && contract.expired() != Contract.Expired.EXECUTE) {
            return "the contract does not say that an expired key is as good as new (expired)";
        }
        return target.cleanup() == null ? "the target file does not say how the cleanup is run (cleanup)" : null;
    }

    private @Nullable String lackingForRefusal() {
        Contract.Stored stored = contract.stored();
        if (stored == null || !Boolean.FALSE.equals(stored.refusals())) {
            return "the contract does not say that a refused payload leaves its key unused (stored.validation)";
        }
        return operation.sandbox().containsKey(SandboxWord.INVALID)
                ? null
                : "the target file names no invalid payload (sandbox.invalid)";
    }

    private @Nullable String lackingForDuplicate(Transition transition) {
        boolean mayChoose = contract.inProgress() == Contract.InProgress.EITHER;
        boolean isMet = KeyPaths.isInProgress(transition.from());
        boolean isNextBest = states.in(contract).stream()
                .filter(other ->
                        other.from().equals(transition.from()) && other.event().equals(transition.event()))
                .findFirst()
                .map(other -> !other.equals(transition))
                .orElse(false);
        if (isMet && mayChoose && isNextBest) {
            return "the target may choose between this and another transition, and the other one stands for both";
        }
        return transition.from().equals("expired") && transition.isLoop() ? lackingRefusalOfExpired() : null;
    }

    private @Nullable String lackingForOtherPayload(Transition transition) {
        if (operation.intent().isEmpty()) {
            return "the target file gives no other value for a member (intent)";
        }
        if (transition.from().equals("expired")) {
            return transition.isLoop() ? lackingRefusalOfExpired() : null;
        }
        return contract.mismatch() == Contract.Mismatch.REFUSE && contract.refusal(Reason.PAYLOAD_MISMATCH) == null
                ? "the contract does not say how another payload is refused (refusals.payload_mismatch)"
                : null;
    }

    private @Nullable String lackingRefusalOfExpired() {
        return contract.refusal(Reason.EXPIRED_KEY) == null
                ? "the contract does not say how an expired key is refused (refusals.expired_key)"
                : null;
    }
}
