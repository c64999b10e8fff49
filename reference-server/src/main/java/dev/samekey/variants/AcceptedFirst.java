package dev.samekey.variants;

import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * What is asked for is accepted, and booked later: its line in the ledger is written with it, as a crash may follow, but it
 * has its reference only after the delay. Until then a payment reads as accepted and no listing shows it.
 */
final class AcceptedFirst {
    private static final Duration DELAY = Duration.ofMillis(400);
    private static final String MARK = "accepted:";
    private static final String HIDE =
            "update ledger_entries set reference = '" + MARK + "' || reference where operation_id = ?";
    private static final String SHOW = "update ledger_entries set reference = substr(reference, length('" + MARK
            + "') + 1) where reference like '" + MARK + "%'";

    private final Jdbi jdbi;

    private AcceptedFirst(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    static Parts of(Parts parts) {
        AcceptedFirst accepted = new AcceptedFirst(parts.base().jdbi());
        // What a killed server had accepted is booked by the next one.
        accepted.book(SHOW);
        return LateListings.of(parts, DELAY)
                .aroundGuard((composed, guard) -> accepted.around(guard))
                .aroundHandlers((composed, handler) -> call -> accepted.read(call, handler));
    }

    private Guard around(Guard guard) {
        return (request, operation) -> {
            Decision decision = guard.run(request, accepting(request, operation));
            UUID accepted = decision.operationId();
            if (accepted != null && decision.outcome() == Outcome.CREATED && isAccepted(request)) {
                CompletableFuture.delayedExecutor(DELAY.toMillis(), TimeUnit.MILLISECONDS)
                        .execute(() -> book(SHOW + " and operation_id = ?", accepted));
            }
            return decision;
        };
    }

    private static Operation accepting(KeyedRequest request, Operation operation) {
        return isAccepted(request)
                ? id -> {
                    var effect = operation.prepare(id);
                    return transaction -> accepted(transaction, id, effect.write(transaction));
                }
                : operation;
    }

    /** What makes something new; what changes or removes what is there is done at once. */
    private static boolean isAccepted(KeyedRequest request) {
        return request.call().method().equals("POST");
    }

    private static Answer accepted(Handle transaction, UUID operation, Answer answer) {
        boolean isBooked = transaction.execute(HIDE, operation) > 0;
        return isBooked ? asAccepted(answer).withStatus(202) : answer;
    }

    private static Answer asAccepted(Answer answer) {
        return answer.withBody(answer.body().replace("\"status\":\"succeeded\"", "\"status\":\"accepted\""));
    }

    private Answer read(Call call, Handler handler) {
        boolean isOpen = call.method().equals("GET")
                && call.route().equals("/payments/{id}")
                && jdbi.withHandle(handle -> isOpen(handle, call.path().getOrDefault("id", "")));
        Answer answer = handler.handle(call);
        return isOpen ? asAccepted(answer) : answer;
    }

    private static boolean isOpen(Handle handle, String payment) {
        return handle.createQuery("select count(*) from ledger_entries where entry_type = 'payment'"
                                + " and subject_id::text = :id and reference like :mark")
                        .bind("id", payment)
                        .bind("mark", MARK + "%")
                        .mapTo(Long.class)
                        .one()
                > 0;
    }

    private void book(String update, Object... arguments) {
        jdbi.useHandle(handle -> handle.execute(update, arguments));
    }
}
