package dev.samekey.reports.bundled;

import dev.samekey.steps.drive.broker.Connections;
import dev.samekey.steps.drive.process.CannotRun;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A stream of its own for one run of the bundled server, at a NATS server that is there. It goes when the run has ended. */
public final class BundledStream implements AutoCloseable {
    private static final String CONSUMER = "reference-server";
    /** Less than the sandbox lets an acknowledgement wait. */
    private static final Duration ACKNOWLEDGEMENT = Duration.ofSeconds(3);

    private final URI url;
    private final Connection connection;
    private final String stream = "samekey-" + UUID.randomUUID();

    private BundledStream(URI url, Connection connection) {
        this.url = url;
        this.connection = connection;
    }

    /** @throws CannotRun when there is no NATS server with JetStream at that URL */
    public static BundledStream open(URI url) {
        BundledStream made = new BundledStream(url, Connections.open(url));
        try {
            made.make();
            return made;
        } catch (IOException | JetStreamApiException failure) {
            Connections.close(made.connection);
            throw new CannotRun("cannot make a stream at the broker: " + failure.getMessage());
        }
    }

    private void make() throws IOException, JetStreamApiException {
        var unused = connection
                .jetStreamManagement()
                .addStream(StreamConfiguration.builder()
                        .name(stream)
                        .subjects(stream + ".>")
                        .storageType(StorageType.Memory)
                        .build());
        var unusedToo = connection
                .jetStreamManagement()
                .addOrUpdateConsumer(
                        stream,
                        ConsumerConfiguration.builder()
                                .durable(CONSUMER)
                                .filterSubject(stream + ".in.*")
                                .ackPolicy(AckPolicy.Explicit)
                                .ackWait(ACKNOWLEDGEMENT)
                                .sampleFrequency("100")
                                .build());
    }

    /** What else the server is started with. */
    List<String> arguments() {
        return List.of(
                "--events=" + url + "/" + stream + "/" + CONSUMER,
                "--counterpart=events=" + url + "/" + stream + ".out");
    }

    Map<String, String> variables() {
        return Map.of("SAMEKEY_NATS", url.toString(), "SAMEKEY_STREAM", stream, "SAMEKEY_CONSUMER", CONSUMER);
    }

    @Override
    public void close() {
        try {
            var unused = connection.jetStreamManagement().deleteStream(stream);
        } catch (IOException | JetStreamApiException failure) {
            throw new CannotRun("cannot delete the stream «" + stream + "»: " + failure.getMessage());
        } finally {
            Connections.close(connection);
        }
    }
}
