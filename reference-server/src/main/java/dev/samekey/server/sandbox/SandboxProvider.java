package dev.samekey.server.sandbox;

import dev.samekey.server.vendors.PaymentProvider;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * A provider that moves no money, takes its time, and agrees to all. Its book is its own: it is written on a connection
 * of its own, so a call stays booked whatever becomes of the transaction that it was made for.
 */
public final class SandboxProvider implements PaymentProvider {
    private static final String BOOK = """
            insert into provider_calls (operation_id, kind, reference, called_at)
            values (:operationId, :kind, :reference, :now)""";

    private final Jdbi jdbi;
    private final Clock clock;
    private final Duration delay;

    /** The delay is how long each call takes. */
    public SandboxProvider(Jdbi jdbi, Clock clock, Duration delay) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.delay = delay;
    }

    @Override
    public Approval authorize(Authorization authorization) {
        book(authorization.operationId(), authorization.kind(), authorization.reference());
        Pause.of(delay);
        return Approval.NEW;
    }

    @Override
    public void confirm(UUID operationId) {
        book(operationId, "settlement", null);
        Pause.of(delay);
    }

    private void book(UUID operationId, String kind, @Nullable String reference) {
        jdbi.useHandle(handle -> handle.createUpdate(BOOK)
                .bind("operationId", operationId)
                .bind("kind", kind)
                .bind("reference", reference)
                .bind("now", clock.instant())
                .execute());
    }
}
