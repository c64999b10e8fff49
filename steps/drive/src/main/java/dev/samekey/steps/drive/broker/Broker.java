package dev.samekey.steps.drive.broker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.broker.ConsumerReplies.Place;
import dev.samekey.steps.drive.broker.ConsumerReply.Word;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.Delivery;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A broker to which the harness publishes as the producer. JetStream reports each acknowledgement, refusal and delay of a
 * consumer that samples all of them.
 */
public final class Broker implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, Word> NEWS = Map.of(
            "$JS.EVENT.METRIC.CONSUMER.ACK.", Word.ACKNOWLEDGED,
            "$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.", Word.TERMINATED,
            "$JS.EVENT.ADVISORY.CONSUMER.MSG_NAKED.", Word.DECLINED);

    private final URI url;
    private final Map<String, String> consumers = new HashMap<>();
    private final ConsumerReplies replies = new ConsumerReplies();
    /** What was published, by its body, for those who look for what is about something. */
    private final Map<Place, String> published = new ConcurrentHashMap<>();

    private @Nullable Connection connection;

    Broker(URI url) {
        this.url = url;
    }

    /** A message in a stream; a duplicate was there before, under the same message id. */
    public record Published(String stream, String consumer, long sequence, boolean duplicate) {
        private Place place() {
            return new Place(stream, consumer, sequence);
        }
    }

    /** @throws CannotRun when the stream has another consumer: one answer is waited for */
    void add(Delivery.Broker place) {
        String other = consumers.putIfAbsent(place.stream(), place.consumer());
        if (other != null && !other.equals(place.consumer())) {
            throw new CannotRun("the target file names two consumers of the stream «" + place.stream() + "», «" + other
                    + "» and «" + place.consumer() + "»: judge one after the other");
        }
    }

    /** @throws CannotRun when it is not there, or has no consumer whose replies can be seen */
    void open() {
        Connection opened = Connections.open(url);
        connection = opened;
        consumers.forEach((stream, consumer) -> check(opened, stream, consumer));
        Dispatcher dispatcher = opened.createDispatcher();
        consumers.forEach((stream, consumer) -> NEWS.forEach((subject, word) -> {
            var unused =
                    dispatcher.subscribe(subject + stream + "." + consumer, message -> note(message.getData(), word));
        }));
        try {
            // From here on nothing is missed.
            opened.flush(Connections.LIMIT);
        } catch (TimeoutException late) {
            throw new CannotRun("the broker at " + Connections.shown(url) + " did not answer within "
                    + Connections.LIMIT.toSeconds() + " s");
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("the broker at " + Connections.shown(url), interrupted);
        }
    }

    private void check(Connection opened, String stream, String consumer) {
        try {
            ConsumerConfiguration found = opened.jetStreamManagement()
                    .getConsumerInfo(stream, consumer)
                    .getConsumerConfiguration();
            String sampled = String.valueOf(found.getSampleFrequency()).replace("%", "");
            if (found.getAckPolicy() != AckPolicy.Explicit || !sampled.equals("100")) {
                throw new CannotRun(
                        "the consumer «" + consumer + "» of the stream «" + stream + "» at " + Connections.shown(url)
                                + " must acknowledge explicitly, and sample 100% of that: what it says of a message is not seen"
                                + " otherwise");
            }
        } catch (IOException | JetStreamApiException failure) {
            throw new CannotRun("cannot ask " + Connections.shown(url) + " for the consumer «" + consumer
                    + "» of the stream «" + stream + "»: " + failure.getMessage());
        }
    }

    private void note(byte[] news, Word word) {
        try {
            JsonNode event = JSON.readTree(news);
            Place place = new Place(
                    event.path("stream").asText(),
                    event.path("consumer").asText(),
                    event.path("stream_seq").asLong());
            replies.note(place, new ConsumerReply(word, event.path("deliveries").asLong()));
        } catch (IOException | RuntimeException failure) {
            // The message is not known, so no waiting call may read this as silence.
            replies.failed(new IllegalStateException("cannot read what a consumer says: " + failure, failure));
        }
    }

    /** Publishes, and comes back when the stream has it. */
    public Published publish(String subject, Headers headers, byte[] body) throws IOException, JetStreamApiException {
        PublishAck kept =
                Objects.requireNonNull(connection, "opened before").jetStream().publish(subject, headers, body);
        String consumer = consumers.get(kept.getStream());
        if (consumer == null) {
            throw new IOException("«" + subject + "» is of the stream «" + kept.getStream()
                    + "», of which the target file names no consumer");
        }
        Published message = new Published(kept.getStream(), consumer, kept.getSeqno(), kept.isDuplicate());
        published.putIfAbsent(message.place(), new String(body, StandardCharsets.UTF_8));
        return message;
    }

    /** The first reply of its consumer to this message, now or later. */
    public CompletableFuture<ConsumerReply> reply(Published message) {
        return replies.first(message.place(), any -> true);
    }

    /** How many messages were published that name it. */
    public long published(String about) {
        return published.values().stream().filter(body -> body.contains(about)).count();
    }

    /** The first wanted reply to a message that names it; null where there is none in time. */
    public @Nullable ConsumerReply await(String about, Predicate<ConsumerReply> wanted, Duration limit) {
        List<CompletableFuture<ConsumerReply>> answers = published.entrySet().stream()
                .filter(one -> one.getValue().contains(about))
                .map(one -> replies.first(one.getKey(), wanted))
                .toList();
        try {
            return (ConsumerReply) CompletableFuture.anyOf(answers.toArray(new CompletableFuture<?>[0]))
                    .get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException none) {
            return null;
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException error ? error : new IllegalStateException(failure);
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("what the consumer says of " + about, interrupted);
        } finally {
            answers.forEach(answer -> answer.cancel(false));
        }
    }

    @Override
    public void close() {
        Connections.close(connection);
    }
}
