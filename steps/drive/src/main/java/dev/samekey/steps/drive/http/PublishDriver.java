package dev.samekey.steps.drive.http;

import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.broker.Broker;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.broker.ConsumerReply;
import io.nats.client.impl.Headers;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Publishes what goes to a broker. The consumer's reply becomes the response: 200 where it
 * acknowledges, 400 where it refuses for good, 503 where it wants it later.
 */
final class PublishDriver implements Driver {
    private final Brokers brokers;

    PublishDriver(Brokers brokers) {
        this.brokers = brokers;
    }

    @Override
    public Sending prepare(Request request, URI replica) {
        return new Leaving(brokers.at(replica), request, new CompletableFuture<>());
    }

    private record Leaving(Broker broker, Request request, CompletableFuture<ConsumerReply> reply) implements Sending {
        @Override
        public Answer answer(Runnable leaving) throws Exception {
            Headers headers = new Headers();
            request.headers().forEach(header -> headers.add(header.name(), header.value()));
            Broker.Published message = broker.publish(request.subject(), headers, request.bytes());
            // Only now it is on its way: those that overlap are all in the stream.
            leaving.run();
            CompletableFuture<ConsumerReply> first = broker.reply(message);
            var unused = first.whenComplete((word, failure) -> {
                if (failure == null) {
                    reply.complete(word);
                } else {
                    reply.completeExceptionally(failure);
                }
            });
            var unusedToo = reply.whenComplete((word, cut) -> first.cancel(false));
            ConsumerReply word = awaited(message);
            String body = "{\"said\":\"%s\",\"deliveries\":%d,\"stream\":\"%s\",\"sequence\":%d,\"duplicate\":%s}"
                    .formatted(
                            word.word(), word.deliveries(), message.stream(), message.sequence(), message.duplicate());
            return new Answer(status(word.word()), List.of(), body);
        }

        private ConsumerReply awaited(Broker.Published message) {
            try {
                return reply.get();
            } catch (ExecutionException failure) {
                throw failure.getCause() instanceof RuntimeException error ? error : new IllegalStateException(failure);
            } catch (InterruptedException interrupted) {
                throw Interrupted.waitingFor("what the consumer says of " + message, interrupted);
            }
        }

        private static int status(ConsumerReply.Word word) {
            return switch (word) {
                case ACKNOWLEDGED -> 200;
                case TERMINATED -> 400;
                case DECLINED -> 503;
            };
        }

        @Override
        public void cut() {
            reply.cancel(true);
        }
    }
}
