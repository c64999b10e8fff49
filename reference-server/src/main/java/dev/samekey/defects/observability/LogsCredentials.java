package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import net.logstash.logback.argument.StructuredArguments;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A log line contains the caller's token. */
final class LogsCredentials extends Defect {
    private static final Logger LOG = LoggerFactory.getLogger(LogsCredentials.class);

    LogsCredentials() {
        super("logs-credentials", "OBS-6", "", "A log line contains the caller's token.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.JOURNAL, (attempt, decision) -> {
            LOG.info("headers", StructuredArguments.entries(attempt.call().headers()));
            parts.get(Part.JOURNAL).decided(attempt, decision);
        });
    }
}
