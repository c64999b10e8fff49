package dev.samekey.client.defects;

import dev.samekey.client.AttemptResult;
import dev.samekey.client.Request;
import dev.samekey.client.Sender;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Writes each attempt of a request anew. */
final class NumberedAttempts implements Sender {
    private final Sender sender;
    private final Rewriting rewriting;
    private final Map<Request, Integer> sent = new ConcurrentHashMap<>();

    NumberedAttempts(Sender sender, Rewriting rewriting) {
        this.sender = sender;
        this.rewriting = rewriting;
    }

    /** Says what an attempt sends, of which the first is 1. */
    @FunctionalInterface
    interface Rewriting {
        Request attempt(Request request, int number);
    }

    @Override
    public CompletableFuture<AttemptResult> send(Request request, Duration limit) {
        return sender.send(rewriting.attempt(request, sent.merge(request, 1, Integer::sum)), limit);
    }
}
