package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import net.logstash.logback.argument.StructuredArguments;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A line of the log has the payload as it came, and with it whose account it is. */
final class LogsPayload extends Defect {
    private static final Logger LOG = LoggerFactory.getLogger(LogsPayload.class);

    LogsPayload() {
        super("logs-payload", "OBS-6", "", "A log line contains the payload.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.JOURNAL, (attempt, decision) -> {
            String payload = new String(attempt.call().body().bytes(), StandardCharsets.UTF_8);
            LOG.info("payload", StructuredArguments.entries(Map.of("payload", payload)));
            parts.get(Part.JOURNAL).decided(attempt, decision);
        });
    }
}
