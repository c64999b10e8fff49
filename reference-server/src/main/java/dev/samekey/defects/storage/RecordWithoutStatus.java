package dev.samekey.defects.storage;

import dev.samekey.defects.common.Answers;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** A record does not say which status its outcome had: that stands in a table that it does not refer to. */
final class RecordWithoutStatus extends Defect {
    private static final String TABLE =
            "create table if not exists outcome_statuses (operation_id uuid primary key, status integer not null)";
    private static final String MOVE = """
            with bare as (update idempotency_records set status_code = null where token = :token returning operation_id)
            insert into outcome_statuses select operation_id, :status from bare
            on conflict (operation_id) do update set status = excluded.status""";

    RecordWithoutStatus() {
        super("record-without-status", "STO-7", "", "A record does not hold the status of its outcome.");
    }

    @Override
    public Parts apply(Parts parts) {
        parts.base().jdbi().useHandle(handle -> handle.execute(TABLE));
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                return super.claim(request)
                        .match(ClaimResult::claimed, known -> ClaimResult.known(whole(parts, known)));
            }

            @Override
            public Optional<IdempotencyRecord> find(KeyedRequest request) {
                return super.find(request).map(known -> whole(parts, known));
            }

            @Override
            public void complete(Handle transaction, Claim claim, State state, Answer answer) {
                super.complete(transaction, claim, state, answer);
                transaction
                        .createUpdate(MOVE)
                        .bind("token", claim.token())
                        .bind("status", answer.status())
                        .execute();
            }
        });
    }

    private static IdempotencyRecord whole(Parts parts, IdempotencyRecord known) {
        Answer answer = known.answer();
        return answer == null
                ? known
                : new IdempotencyRecord(
                        known.payloadHash(),
                        known.state(),
                        known.operationId(),
                        Answers.withStatus(answer, status(parts, known)),
                        known.createdAt());
    }

    private static int status(Parts parts, IdempotencyRecord known) {
        return parts.base()
                .jdbi()
                .withHandle(handle -> handle.select(
                                "select status from outcome_statuses where operation_id = ?", known.operationId())
                        .mapTo(Integer.class)
                        .one());
    }
}
