package dev.samekey.client.defects;

import dev.samekey.client.AttemptResult;
import dev.samekey.client.Request;
import dev.samekey.client.Sender;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A layer below the client that sends a request once more, of which the client does not know. */
record RepeatingLayer(Sender sender, Predicate<AttemptResult> repeated) implements Sender {
    @Override
    public CompletableFuture<AttemptResult> send(Request request, Duration limit) {
        return sender.send(request, limit)
                .thenCompose(reply ->
                        repeated.test(reply) ? sender.send(request, limit) : CompletableFuture.completedFuture(reply));
    }
}
