package dev.samekey.server.telemetry;

import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

/** A span and a timer around every request; both end before the answer leaves. */
public final class RequestTelemetry {
    private final MeterRegistry registry;
    private final Tracer tracer;

    /** Times go to the registry, spans to the tracer. */
    public RequestTelemetry(MeterRegistry registry, Tracer tracer) {
        this.registry = registry;
        this.tracer = tracer;
    }

    /** The handler, watched. */
    public Handler around(Handler handler) {
        return call -> {
            Timer.Sample sample = Timer.start(registry);
            Answer answer = traced(handler, call);
            sample.stop(registry.timer(
                    "http.server.requests",
                    "method",
                    call.method(),
                    "route",
                    call.route(),
                    "status",
                    Integer.toString(answer.status())));
            return answer;
        };
    }

    private Answer traced(Handler handler, Call call) {
        Span span = tracer.spanBuilder(call.method() + " " + call.route())
                .setSpanKind(SpanKind.SERVER)
                .setAttribute("http.request.method", call.method())
                .setAttribute("http.route", call.route())
                .startSpan();
        try {
            Answer answer = Context.current()
                    .with(span)
                    .wrapSupplier(() -> handler.handle(call))
                    .get();
            span.setAttribute("http.response.status_code", answer.status());
            return answer;
        } finally {
            span.end();
        }
    }
}
