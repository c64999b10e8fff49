package dev.samekey.server.telemetry;

import dev.samekey.server.inbox.Event;
import dev.samekey.server.webhooks.Delivery;
import dev.samekey.server.webhooks.DeliveryObserver;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import net.logstash.logback.argument.StructuredArguments;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One log line for each delivery of an event (EVT-13). */
public final class DeliveryJournal implements DeliveryObserver {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryJournal.class);

    private final String replica;

    /** The lines name the replica. */
    public DeliveryJournal(String replica) {
        this.replica = replica;
    }

    @Override
    public void delivered(Delivery delivery, @Nullable String correlationId) {
        Event event = delivery.event();
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("event_id", event == null ? null : event.id());
        line.put("source", delivery.source());
        line.put("payload_hash", event == null ? null : event.payloadHash());
        line.put("from_state", delivery.result().from());
        line.put("to_state", delivery.result().to());
        line.put("result", delivery.result().name().toLowerCase(Locale.ROOT));
        line.put("correlation_id", correlationId);
        line.put("replica", replica);
        LOG.info("delivery", StructuredArguments.entries(line));
    }
}
