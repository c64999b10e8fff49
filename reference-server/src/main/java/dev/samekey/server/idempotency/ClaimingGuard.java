package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Problems;
import java.util.function.Predicate;
import org.jdbi.v3.core.Jdbi;

/**
 * Claims the key, does the slow part, then writes effect and outcome in one transaction.
 *
 * <p>Whatever moment a crash picks, the database holds one of three things: nothing, a claim without an effect, or the
 * effect with its outcome. Each of them is safe to retry.
 */
public final class ClaimingGuard implements Guard {
    private final RecordStore records;
    private final KnownKeys known;
    private final Replays replays;
    private final Problems problems;
    private final Predicate<Fault> isFinal;
    private final Jdbi jdbi;

    /**
     * A guard over these records. Faults that are final are kept as outcomes; the database is where the effects are
     * written.
     */
    public ClaimingGuard(
            RecordStore records,
            KnownKeys known,
            Replays replays,
            Problems problems,
            Predicate<Fault> isFinal,
            Jdbi jdbi) {
        this.records = records;
        this.known = known;
        this.replays = replays;
        this.problems = problems;
        this.isFinal = isFinal;
        this.jdbi = jdbi;
    }

    @Override
    public Decision run(KeyedRequest request, Operation operation) {
        return records.claim(request)
                .match(claim -> runOnce(claim, operation), record -> known.answer(record, request));
    }

    private Decision runOnce(Claim claim, Operation operation) {
        try {
            return execute(claim, operation);
        } catch (ClaimLostException lost) {
            return Decision.overtaken(
                    claim, problems.render(Fault.IN_PROGRESS, "Another attempt has taken this operation over."));
        } catch (RuntimeException unexpected) {
            release(claim, unexpected);
            throw unexpected;
        }
    }

    private Decision execute(Claim claim, Operation operation) {
        try {
            return store(claim, State.COMPLETED, operation.prepare(claim.operationId()));
        } catch (FaultException fault) {
            Answer answer = problems.render(fault);
            if (!isFinal.test(fault.fault())) {
                records.release(claim);
                return Decision.released(claim, answer);
            }
            // A failure is stored like a success (RPL-6): an outcome whose effect writes nothing.
            return store(claim, State.FAILED, transaction -> answer);
        }
    }

    private Decision store(Claim claim, State state, Effect effect) {
        Answer answer = jdbi.inTransaction(transaction -> {
            Answer written = effect.write(transaction);
            records.complete(transaction, claim, state, written);
            return written;
        });
        return Decision.stored(claim, state, replays.first(answer));
    }

    private void release(Claim claim, RuntimeException reason) {
        try {
            records.release(claim);
        } catch (RuntimeException alsoFailed) {
            // The claim stays, and is taken over after the processing timeout (TTL-7).
            reason.addSuppressed(alsoFailed);
        }
    }
}
