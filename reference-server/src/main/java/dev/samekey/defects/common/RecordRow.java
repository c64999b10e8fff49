package dev.samekey.defects.common;

import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Foundation;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** Writes a finished record whether or not one is there: the last writer wins. */
public final class RecordRow {
    private static final String UPSERT = """
            insert into idempotency_records
              (scope, key, payload_hash, state, token, operation_id, status_code, response_headers,
               response_body, error_code, created_at, claimed_at, completed_at, expires_at)
            values (:scope, :key, :payloadHash, :state, :token, :operationId, :status, :headers,
               :body, :errorCode, :now, :now, :now, :expiresAt)
            on conflict (scope, key) do update set
              payload_hash = excluded.payload_hash, state = excluded.state, token = excluded.token,
              operation_id = excluded.operation_id, status_code = excluded.status_code,
              response_headers = excluded.response_headers, response_body = excluded.response_body,
              error_code = excluded.error_code, completed_at = excluded.completed_at""";

    private static final String REOPEN = """
            update idempotency_records set state = 'in_progress', token = :token, completed_at = null
            where scope = :scope and key = :key""";

    private final Foundation base;

    public RecordRow(Foundation base) {
        this.base = base;
    }

    /** Makes it the record of this claim, in progress, whatever it was before. */
    public void reopen(Handle handle, Claim claim) {
        handle.createUpdate(REOPEN)
                .bindMethods(claim.request())
                .bind("token", claim.token())
                .execute();
    }

    public void put(Handle handle, Claim claim, State state, Answer answer) {
        Instant now = base.clock().instant();
        handle.createUpdate(UPSERT)
                .bindMethods(claim.request())
                .bindMethods(claim)
                .bind("state", state.label())
                .bind("status", answer.status())
                .bind("headers", base.json().write(answer.headers()))
                .bind("body", answer.body())
                .bind("errorCode", answer.errorCode())
                .bind("now", now)
                .bind(
                        "expiresAt",
                        now.plus(base.contract().lifetimes().of(claim.request().stakes())))
                .execute();
    }
}
