package dev.samekey.server.broker;

import dev.samekey.server.outbox.Courier;
import dev.samekey.server.outbox.Message;
import dev.samekey.server.outbox.NotAcknowledgedException;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamOptions;
import io.nats.client.PublishOptions;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/**
 * Publishes messages to a stream. The message's id goes along as {@code Nats-Msg-Id}, so the stream keeps one of several
 * attempts that follow soon; only that it keeps it acknowledges (OBX-2).
 */
public final class NatsCourier implements Courier {
    private static final Duration ANSWER = Duration.ofSeconds(2);

    private final Connections connections;
    private final URI server;
    private final String subject;
    private final Function<Message, Map<String, String>> headers;

    /** The destination is such as {@code nats://127.0.0.1:4222/subject}; each attempt has the headers that this makes. */
    public NatsCourier(Connections connections, URI destination, Function<Message, Map<String, String>> headers) {
        this.connections = connections;
        this.server = URI.create("nats://" + destination.getAuthority());
        this.subject = destination.getPath().replaceFirst("^/", "");
        this.headers = headers;
        if (subject.isEmpty()) {
            throw new IllegalArgumentException(destination + " names no subject");
        }
    }

    @Override
    public void deliver(Message message) {
        Headers sent = new Headers();
        headers.apply(message).forEach(sent::add);
        PublishOptions once =
                PublishOptions.builder().messageId(message.id().toString()).build();
        try {
            Connection connection = connections.to(server);
            var unused = connection
                    .jetStream(JetStreamOptions.builder().requestTimeout(ANSWER).build())
                    .publish(subject, sent, message.body().getBytes(StandardCharsets.UTF_8), once);
        } catch (IOException | JetStreamApiException | IllegalStateException failed) {
            throw new NotAcknowledgedException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new NotAcknowledgedException(interrupted);
        }
    }
}
