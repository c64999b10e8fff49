package dev.samekey.server.idempotency;

import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.http.Problems;
import dev.samekey.server.http.SafetyNet;
import java.util.List;

/** Answers an unsafe request: admitted, decided by the guard, told to the observers, and only then answered. */
public final class IdempotentEndpoint implements Handler {
    private final Admission admission;
    private final OperationFactory operations;
    private final Guard guard;
    private final Problems problems;
    private final SafetyNet safetyNet;
    private final List<DecisionObserver> observers;

    /** An endpoint for the operations of this factory. */
    public IdempotentEndpoint(
            Admission admission,
            OperationFactory operations,
            Guard guard,
            Problems problems,
            List<DecisionObserver> observers) {
        this.admission = admission;
        this.operations = operations;
        this.guard = guard;
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
            KeyedRequest request = admission.admit(attempt);
            return guard.run(request, operations.of(request.principal(), request.call()));
        } catch (FaultException refused) {
            return Decision.refused(problems.render(refused));
        } catch (RuntimeException failure) {
            return Decision.broken(safetyNet.render(failure));
        }
    }
}
