package dev.samekey.client.variants;

import dev.samekey.client.AttemptResult;
import dev.samekey.client.AttemptResult.Response;
import dev.samekey.client.Request;
import dev.samekey.client.Sender;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * Follows a redirect to the same origin, once.
 *
 * @param statuses of the redirects that it follows
 * @param rewritten what it sends there
 */
public record FollowingSender(Sender sender, Set<Integer> statuses, UnaryOperator<Request> rewritten)
        implements Sender {
    @Override
    public CompletableFuture<AttemptResult> send(Request request, Duration limit) {
        return sender.send(request, limit)
                .thenCompose(reply -> target(request, reply)
                        .map(uri -> sender.send(rewritten.apply(request.to(uri)), limit))
                        .orElse(CompletableFuture.completedFuture(reply)));
    }

    private Optional<URI> target(Request request, AttemptResult reply) {
        return reply instanceof Response response && statuses.contains(response.status())
                ? Optional.ofNullable(response.headers().get("location"))
                        .map(request.uri()::resolve)
                        .filter(uri -> uri.getAuthority().equals(request.uri().getAuthority()))
                : Optional.empty();
    }
}
