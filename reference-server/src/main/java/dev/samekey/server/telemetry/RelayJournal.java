package dev.samekey.server.telemetry;

import dev.samekey.server.outbox.Message;
import dev.samekey.server.outbox.RelayObserver;
import java.util.LinkedHashMap;
import java.util.Map;
import net.logstash.logback.argument.StructuredArguments;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One log line for each attempt to tell somebody something (EXT-7). */
public final class RelayJournal implements RelayObserver {
    private static final Logger LOG = LoggerFactory.getLogger(RelayJournal.class);

    private final String replica;

    /** The lines name the replica. */
    public RelayJournal(String replica) {
        this.replica = replica;
    }

    @Override
    public void attempted(Message message, int attempt, boolean acknowledged) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("message_id", message.id());
        line.put("kind", message.kind());
        line.put("destination", message.destination());
        line.put("operation_id", message.operationId());
        line.put("attempt", attempt);
        line.put("acknowledged", acknowledged);
        line.put("replica", replica);
        LOG.info("message", StructuredArguments.entries(line));
    }
}
