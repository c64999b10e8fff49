package dev.samekey.server.telemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Spans are made and sent only where somebody asks for them: the environment as OpenTelemetry names it, or an option. */
public final class Tracing implements AutoCloseable {
    private static final List<String> SWITCHES =
            List.of("OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");

    private final OpenTelemetry openTelemetry;
    private final AutoCloseable end;

    private Tracing(OpenTelemetry openTelemetry, AutoCloseable end) {
        this.openTelemetry = openTelemetry;
        this.end = end;
    }

    /**
     * What is asked for; nothing at no cost where nothing is.
     *
     * @param receiver where spans are sent, a tenth of a second after they ended; null where the environment says it
     */
    public static Tracing of(@Nullable URI receiver, Map<String, String> environment) {
        if (receiver == null && SWITCHES.stream().noneMatch(environment::containsKey)) {
            return new Tracing(OpenTelemetry.noop(), () -> {});
        }
        Map<String, String> settings = new HashMap<>(Map.of(
                "otel.service.name", "reference-server",
                "otel.exporter.otlp.protocol", "http/protobuf",
                "otel.metrics.exporter", "none",
                "otel.logs.exporter", "none"));
        if (receiver != null) {
            settings.put("otel.exporter.otlp.endpoint", receiver.toString());
            settings.put("otel.bsp.schedule.delay", "100");
        }
        OpenTelemetrySdk sdk = AutoConfiguredOpenTelemetrySdk.builder()
                .addPropertiesSupplier(() -> settings)
                .disableShutdownHook()
                .build()
                .getOpenTelemetrySdk();
        return new Tracing(sdk, sdk);
    }

    /** What makes the spans. */
    public OpenTelemetry openTelemetry() {
        return openTelemetry;
    }

    /** Sends what is left. */
    @Override
    public void close() {
        try {
            end.close();
        } catch (Exception failed) {
            throw new IllegalStateException("the last spans could not be sent", failed);
        }
    }
}
