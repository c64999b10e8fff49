package dev.samekey.server.telemetry;

import dev.samekey.server.idempotency.Attempt;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.DecisionObserver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.logstash.logback.argument.StructuredArguments;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One log line for each unsafe request (OBS-1, OBS-2): key and digest, but neither credentials nor payload (OBS-6). */
public final class Journal implements DecisionObserver {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final String replica;

    /** The lines name the replica. */
    public Journal(String replica) {
        this.replica = replica;
    }

    @Override
    public void decided(Attempt attempt, Decision decision) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("idempotency_key", attempt.key());
        line.put("payload_hash", attempt.payloadHash());
        line.put("status", decision.answer().status());
        line.put("attempt", attempt.number());
        line.put("from_state", decision.from().label());
        line.put("to_state", decision.to().label());
        line.put("error_code", decision.answer().errorCode());
        line.put("outcome", decision.outcome().label());
        line.put("principal", attempt.principalName());
        line.put("method", attempt.call().method());
        line.put("route", attempt.call().route());
        line.put("operation_id", decision.operationId());
        line.put("replica", replica);
        // With the line's timestamp it tells when the request came in: to the microsecond, for races are that close.
        line.put("duration_ms", TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - attempt.startedNanos()) / 1000.0);
        LOG.info("request", StructuredArguments.entries(line));
    }
}
