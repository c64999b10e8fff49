package dev.samekey.server.telemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.List;
import java.util.Map;

/** Spans are made and sent only where the standard environment of OpenTelemetry asks for them. */
public final class Tracing {
    private static final List<String> SWITCHES =
            List.of("OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");

    private Tracing() {}

    /** What the environment asks for; nothing at no cost where it asks for nothing. */
    public static OpenTelemetry from(Map<String, String> environment) {
        if (SWITCHES.stream().noneMatch(environment::containsKey)) {
            return OpenTelemetry.noop();
        }
        return AutoConfiguredOpenTelemetrySdk.builder()
                .addPropertiesSupplier(() -> Map.of(
                        "otel.service.name", "reference-server",
                        "otel.exporter.otlp.protocol", "http/protobuf",
                        "otel.metrics.exporter", "none",
                        "otel.logs.exporter", "none"))
                .build()
                .getOpenTelemetrySdk();
    }
}
