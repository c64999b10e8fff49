package dev.samekey.server.replica;

import dev.samekey.server.contract.Contract;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/** What the replicas of a server have in common; the principals are tokens by name. */
public record Settings(
        String databaseUrl,
        Contract contract,
        Clock clock,
        Map<String, String> principals,
        Duration providerDelay,
        OpenTelemetry openTelemetry,
        String host) {}
