package dev.samekey.server.broker;

import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Body;
import dev.samekey.server.http.Call;
import dev.samekey.server.webhooks.Receiver;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes events from a stream to the same receiver as the webhooks. What was received is acknowledged, what is refused for
 * good is not delivered again, and with anything else the broker delivers it again. The source is the subject's last token.
 */
public final class StreamConsumer implements AutoCloseable {
    /** So many events at once; each worker fetches one, so that none waits for another. */
    private static final int WORKERS = 6;

    private static final Duration FETCH = Duration.ofSeconds(1);
    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final long END_SECONDS = 5;
    private static final Logger LOG = LoggerFactory.getLogger(StreamConsumer.class);

    private final Receiver receiver;
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Thread> workers = new ArrayList<>();

    private StreamConsumer(Receiver receiver) {
        this.receiver = receiver;
    }

    /**
     * Begins to consume.
     *
     * @throws IllegalStateException when the broker has no such consumer
     */
    public static StreamConsumer start(Connections connections, EventStream events, Receiver receiver) {
        StreamConsumer consumer = new StreamConsumer(receiver);
        try {
            Connection connection = connections.to(events.server());
            for (int i = 0; i < WORKERS; i++) {
                JetStreamSubscription subscription = connection
                        .jetStream()
                        .subscribe(null, PullSubscribeOptions.bind(events.stream(), events.consumer()));
                consumer.work(subscription);
            }
            return consumer;
        } catch (IOException | JetStreamApiException | IllegalArgumentException | IllegalStateException failed) {
            consumer.close();
            throw new IllegalStateException("cannot consume from " + events + ": " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a consumer was started", interrupted);
        }
    }

    private void work(JetStreamSubscription subscription) {
        Thread worker = new Thread(() -> consume(subscription), "events-" + workers.size());
        worker.setDaemon(true);
        workers.add(worker);
        worker.start();
    }

    private void consume(JetStreamSubscription subscription) {
        while (end.getCount() > 0) {
            try {
                subscription.fetch(1, FETCH).forEach(this::take);
            } catch (IllegalStateException broken) {
                // The connection is being mended, or was closed at the end.
                LOG.debug("no events for now", broken);
                pause();
            }
        }
    }

    private void take(Message message) {
        try {
            Answer refusal = receiver.receive(source(message.getSubject()), call(message))
                    .refusal();
            if (refusal == null) {
                message.ack();
            } else if (refusal.status() < 500) {
                message.term();
            } else {
                message.nakWithDelay(AGAIN);
            }
        } catch (RuntimeException failed) {
            LOG.warn("an event could not be received and is delivered again", failed);
            message.nakWithDelay(AGAIN);
        }
    }

    private static Call call(Message message) {
        Map<String, List<String>> headers = new TreeMap<>();
        Headers sent = message.getHeaders();
        if (sent != null) {
            sent.forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
        }
        return new Call("PUBLISH", message.getSubject(), Map.of(), Map.of(), headers, new Body(message.getData()));
    }

    private static String source(String subject) {
        return subject.substring(subject.lastIndexOf('.') + 1);
    }

    private void pause() {
        try {
            var unused = end.await(AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets what has begun come to its end. */
    @Override
    public void close() {
        end.countDown();
        for (Thread worker : workers) {
            try {
                worker.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
