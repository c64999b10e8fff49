package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Parts;
import io.micrometer.core.instrument.MeterRegistry;

/** How old keys are when they replay is not measured. */
final class NoHealthFigures extends Defect {
    NoHealthFigures() {
        super("no-health-figures", "OBS-4", "", "How old keys are when they replay is not measured.");
    }

    @Override
    public Parts apply(Parts parts) {
        MeterRegistry meters = parts.base().meters();
        meters.find("idempotent.replay.age").meters().forEach(meters::remove);
        return parts;
    }
}
