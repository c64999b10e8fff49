package dev.samekey.client.defects;

import dev.samekey.client.AttemptResult;
import dev.samekey.client.AttemptResult.Loss;
import dev.samekey.client.AttemptResult.NoResponse;
import dev.samekey.client.ClientParts;
import dev.samekey.client.Keys;
import dev.samekey.client.Request;
import dev.samekey.client.Sender;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Takes a request without a response for one that has not arrived. */
final class KeyChangesAfterTimeout implements Sender {
    private final Sender sender;
    private final Keys keys;
    private final String header;
    private final Map<Request, Request> renewed = new ConcurrentHashMap<>();

    KeyChangesAfterTimeout(ClientParts parts) {
        sender = parts.sender();
        keys = parts.keys();
        header = parts.base().contract().key().header();
    }

    @Override
    public CompletableFuture<AttemptResult> send(Request request, Duration limit) {
        return sender.send(renewed.getOrDefault(request, request), limit).thenApply(reply -> {
            if (reply instanceof NoResponse lost && lost.loss() == Loss.TIMEOUT) {
                renewed.put(request, request.with(header, keys.next()));
            }
            return reply;
        });
    }
}
