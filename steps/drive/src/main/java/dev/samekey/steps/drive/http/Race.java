package dev.samekey.steps.drive.http;

import dev.samekey.oracles.http.LimitedBody;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.model.net.H2Client;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests that overlap in time. Each is sent ahead but for its last byte; when all have come that far their last
 * bytes leave together. In HTTP/1.1 each has a connection of its own, and {@link HttpClient} sends an unsafe request once and
 * never again. In HTTP/2 they are streams of two connections, and their last frames are held back.
 */
public final class Race {
    /** Methods that {@link HttpClient} sends again when the connection closes without an answer. */
    private static final Set<String> SENT_AGAIN_BY_CLIENT = Set.of("GET", "HEAD");

    private final HttpClient client;
    private final Duration limit;
    private final Wire wire;

    /** @param limit for reaching the start line, and again for the answers */
    public Race(Duration limit, Wire wire) {
        this.client = wire.network().client(limit);
        this.limit = limit;
        this.wire = wire;
    }

    /** One runner: a request and the replica that it goes to. */
    public record Entry(Request request, URI replica) {}

    /**
     * Runs one round.
     *
     * @param onAnswer called with each answer as it comes, from several threads
     * @return the exchanges in the order of the entries
     * @throws Judgement inconclusive, where the token of a request was refused and is renewed now
     * @throws IllegalArgumentException for a GET or HEAD, which {@link HttpClient} may send again
     */
    public Round run(List<Entry> entries, Consumer<Exchange> onAnswer) {
        entries.forEach(entry -> mustBeUnsafe(entry.request()));
        if (entries.stream().anyMatch(entry -> entry.request().isPublished())) {
            return published(entries, onAnswer);
        }
        HttpClient lanes = client instanceof H2Client second ? second.sharing() : client;
        List<Runner> runners = entries.stream()
                .map(entry -> new Runner(lanes, entry, wire.filled(entry.request(), entry.replica())))
                .toList();
        wire.take(entries.stream().map(Entry::request).toList());
        List<Exchange> landed;
        try {
            runners.forEach(Runner::approach);
            // One deadline for all: they wait side by side.
            long deadline = System.nanoTime() + limit.toNanos();
            runners.forEach(runner -> runner.awaitReady(deadline));
            runners.forEach(Runner::release);
            List<CompletableFuture<Exchange>> finishes =
                    runners.stream().map(runner -> runner.finish(onAnswer)).toList();
            landed = InFlight.landed(finishes);
            mustHaveTheirTokens(landed);
        } finally {
            runners.forEach(Runner::leave);
            if (lanes instanceof H2Client second) {
                second.close();
            }
            wire.giveBack(entries.size());
        }
        return new Round(landed.stream().map(wire::followed).toList());
    }

    /** A request whose token has ended meanwhile did not race, and shows nothing of the others. */
    private void mustHaveTheirTokens(List<Exchange> landed) {
        long refused = landed.stream()
                .filter(exchange -> !wire.accepts(exchange.request(), exchange))
                .count();
        if (refused > 0) {
            throw Judgement.inconclusive(
                    "the token ended in the middle of a race, and was renewed; «lives» of the token can say how long it lasts",
                    new Fact("actual", refused + " of " + landed.size() + " responses were 401"));
        }
    }

    /** A message has no last byte that could be held back, but it is in the stream long before it is handled. */
    private Round published(List<Entry> entries, Consumer<Exchange> onAnswer) {
        ExecutorService threads = Executors.newFixedThreadPool(entries.size());
        try {
            List<CompletableFuture<Exchange>> finishes = entries.stream()
                    .map(entry -> CompletableFuture.supplyAsync(() -> published(entry, onAnswer), threads))
                    .toList();
            return new Round(InFlight.landed(finishes));
        } finally {
            threads.shutdown();
        }
    }

    private Exchange published(Entry entry, Consumer<Exchange> onAnswer) {
        Exchange exchange = wire.send(entry.request(), entry.replica());
        onAnswer.accept(exchange);
        return exchange;
    }

    private static void mustBeUnsafe(Request request) {
        if (SENT_AGAIN_BY_CLIENT.contains(request.method())) {
            throw new IllegalArgumentException("a " + request.method() + " cannot race: it might be sent twice");
        }
    }

    private final class Runner {
        private final HttpClient lane;
        private final Entry entry;
        private final Request leaving;
        private final HeldBody body;
        private final CompletableFuture<HttpResponse<byte[]>> response = new CompletableFuture<>();
        private @Nullable CompletableFuture<HttpResponse<byte[]>> coming;
        private Instant at = Instant.EPOCH;
        private long sent;

        Runner(HttpClient lane, Entry entry, Request leaving) {
            this.lane = lane;
            this.entry = entry;
            this.leaving = leaving;
            this.body = new HeldBody(leaving.bytes());
        }

        void approach() {
            BodyPublisher publisher =
                    body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.fromPublisher(body, body.length());
            HttpRequest request = H2Driver.form(leaving, entry.replica(), publisher);
            if (body.isEmpty()) {
                // Nothing to hold back: the whole request waits at the start line.
                body.onRelease(() -> send(request), response::completeExceptionally);
            } else {
                send(request);
            }
        }

        private void send(HttpRequest request) {
            LimitedBody limited = new LimitedBody(Answer.MOST_BYTES);
            CompletableFuture<HttpResponse<byte[]>> sending = lane.sendAsync(request, limited);
            coming = sending;
            var unused = sending.whenComplete((answer, failure) -> {
                if (failure == null) {
                    response.complete(answer);
                } else {
                    response.completeExceptionally(limited.reason(failure));
                }
            });
        }

        /** Ready, or past help: a runner that cannot connect must not hold up the others. */
        void awaitReady(long deadline) {
            try {
                CompletableFuture.anyOf(body.ready(), response)
                        .get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (ExecutionException | TimeoutException late) {
                // Its exchange shows it: it has no response, or a late one.
            } catch (InterruptedException interrupted) {
                throw Interrupted.waitingFor("the start of a race", interrupted);
            }
        }

        void release() {
            at = Instant.now();
            sent = System.nanoTime();
            body.release();
        }

        CompletableFuture<Exchange> finish(Consumer<Exchange> onAnswer) {
            return response.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).handle((answer, failure) -> {
                if (failure instanceof TimeoutException) {
                    // Else what drips would go on dripping.
                    leave();
                }
                Exchange exchange = exchange(answer, failure);
                wire.tell(exchange);
                onAnswer.accept(exchange);
                return exchange;
            });
        }

        /** Ends what is still under way; nobody waits for it any more. */
        void leave() {
            if (coming != null) {
                coming.cancel(true);
            }
        }

        private Exchange exchange(@Nullable HttpResponse<byte[]> answer, @Nullable Throwable failure) {
            long now = System.nanoTime();
            if (answer == null) {
                String reason = failure instanceof TimeoutException
                        ? Wire.late(limit)
                        : Wire.noAnswer(failure == null ? new IllegalStateException("no response") : failure);
                return spoken(new Exchange(leaving, entry.replica(), null, reason, at, sent, now));
            }
            Answer whole = H2Driver.answer(answer);
            return spoken(Exchange.answered(leaving, entry.replica(), whole, at, sent, now));
        }

        private Exchange spoken(Exchange exchange) {
            return exchange.of(entry.request()).over(wire.network().protocol(entry.replica()));
        }
    }
}
