package dev.samekey.server.telemetry;

import dev.samekey.server.idempotency.Attempt;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.DecisionObserver;
import io.opentelemetry.api.trace.Span;

/** Puts key, attempt and outcome on the span of the request (OBS-5). */
public final class SpanAttributes implements DecisionObserver {
    @Override
    public void decided(Attempt attempt, Decision decision) {
        Span span = Span.current();
        if (attempt.key() != null) {
            span.setAttribute("idempotency_key", attempt.key());
        }
        span.setAttribute("attempt", attempt.number());
        span.setAttribute("outcome", decision.outcome().label());
    }
}
