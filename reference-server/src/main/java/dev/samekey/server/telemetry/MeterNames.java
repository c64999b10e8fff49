package dev.samekey.server.telemetry;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import org.jspecify.annotations.Nullable;

/**
 * Names of meters as Prometheus shows them. The usual convention drops the end of {@code idempotent.created}, because
 * {@code _created} once was a reserved suffix; here a counter keeps its whole name.
 */
public final class MeterNames extends PrometheusNamingConvention {
    @Override
    public String name(String name, Meter.Type type, @Nullable String baseUnit) {
        return type == Meter.Type.COUNTER
                ? NamingConvention.snakeCase.name(name, type, baseUnit)
                : super.name(name, type, baseUnit);
    }
}
