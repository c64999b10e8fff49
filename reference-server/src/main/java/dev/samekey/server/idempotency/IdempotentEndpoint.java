package dev.samekey.server.idempotency;

import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.http.Problems;
import dev.samekey.server.http.SafetyNet;
import dev.samekey.server.security.Principal;
import java.util.List;
import java.util.Optional;

/** Answers an unsafe request: admitted, decided by the guard, told to the observers, and only then answered. */
public final class IdempotentEndpoint implements Handler {
    private final Admission admission;
    private final OperationFactory operations;
    private final Guard guard;
    private final KeylessRun keyless;
    private final Problems problems;
    private final SafetyNet safetyNet;
    private final List<DecisionObserver> observers;

    /** An endpoint for the operations of this factory. */
    public IdempotentEndpoint(
            Admission admission,
            OperationFactory operations,
            Guard guard,
            KeylessRun keyless,
            Problems problems,
            List<DecisionObserver> observers) {
        this.admission = admission;
        this.operations = operations;
        this.guard = guard;
        this.keyless = keyless;
        this.problems = problems;
        this.safetyNet = new SafetyNet(problems);
        this.observers = List.copyOf(observers);
    }

    @Override
    public Answer handle(Call call) {
        Attempt attempt = admission.attempt(call);
        Decision decision = decide(attempt);
        observers.forEach(observer -> observer.decided(attempt, decision));
        return decision.answer();
    }

    private Decision decide(Attempt attempt) {
        try {
            Principal caller = admission.caller(attempt);
            Optional<KeyedRequest> keyed = admission.admit(caller, attempt.call());
            Operation operation = operations.of(caller, attempt.call());
            return keyed.map(request -> guard.run(request, operation)).orElseGet(() -> keyless.run(operation));
        } catch (FaultException refused) {
            return Decision.refused(problems.render(refused));
        } catch (RuntimeException failure) {
            return Decision.broken(safetyNet.render(failure));
        }
    }
}
