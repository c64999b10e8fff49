package dev.samekey.client.defects;

import dev.samekey.client.AttemptResult;
import dev.samekey.client.Request;
import dev.samekey.client.Sender;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Sends a request a second time where its response does not come soon, and takes the response that comes first. */
record HedgingSender(Sender sender, Duration patience) implements Sender {
    @Override
    public CompletableFuture<AttemptResult> send(Request request, Duration limit) {
        CompletableFuture<AttemptResult> earlier = new CompletableFuture<>();
        send(request, limit, earlier);
        Executor later = CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS);
        later.execute(() -> {
            if (!earlier.isDone()) {
                send(request, limit, earlier);
            }
        });
        return earlier;
    }

    private void send(Request request, Duration limit, CompletableFuture<AttemptResult> result) {
        var unused = sender.send(request, limit).thenAccept(result::complete);
    }
}
