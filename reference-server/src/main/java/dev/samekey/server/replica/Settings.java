package dev.samekey.server.replica;

import dev.samekey.server.broker.EventStream;
import dev.samekey.server.contract.Contract;
import dev.samekey.server.security.Signature;
import dev.samekey.server.security.WebhookSecret;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the replicas of a server have in common; the principals are tokens by name. */
public record Settings(
        String databaseUrl,
        Contract contract,
        Clock clock,
        Map<String, String> principals,
        Duration providerDelay,
        OpenTelemetry openTelemetry,
        String host,
        Counterparts counterparts,
        @Nullable WebhookSecret webhookSecret,
        @Nullable EventStream events) {
    /** Those of a server whose events come over HTTP only. */
    public Settings(
            String databaseUrl,
            Contract contract,
            Clock clock,
            Map<String, String> principals,
            Duration providerDelay,
            OpenTelemetry openTelemetry,
            String host,
            Counterparts counterparts,
            @Nullable WebhookSecret webhookSecret) {
        this(
                databaseUrl,
                contract,
                clock,
                principals,
                providerDelay,
                openTelemetry,
                host,
                counterparts,
                webhookSecret,
                null);
    }

    /** What lets only those deliver who have the secret, or everybody where there is none. */
    Signature signature() {
        return webhookSecret == null ? Signature.none() : webhookSecret.signature(clock);
    }
}
