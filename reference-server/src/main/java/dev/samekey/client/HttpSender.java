package dev.samekey.client;

import dev.samekey.client.AttemptResult.Loss;
import dev.samekey.client.AttemptResult.NoResponse;
import dev.samekey.client.AttemptResult.Response;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Sends by the JDK's client, which neither repeats a POST nor follows a redirect by itself. */
public record HttpSender(HttpClient http, ScheduledExecutorService timer) implements Sender {
    @Override
    public CompletableFuture<AttemptResult> send(Request request, Duration limit) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(request.uri()).method(request.method(), BodyPublishers.ofString(request.body()));
        request.headers().forEach(builder::setHeader);
        CompletableFuture<HttpResponse<String>> sent = http.sendAsync(builder.build(), BodyHandlers.ofString());
        // The timeout of a request ends with the headers of its response; this one holds for the body, too.
        Future<?> late = timer.schedule(() -> sent.cancel(true), limit.toMillis(), TimeUnit.MILLISECONDS);
        return sent.handle((response, failure) -> {
            late.cancel(false);
            return failure == null ? response(response) : noResponse(failure, limit);
        });
    }

    private static Response response(HttpResponse<String> response) {
        Map<String, String> headers = new TreeMap<>();
        response.headers()
                .map()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        return new Response(response.statusCode(), headers, response.body());
    }

    private static NoResponse noResponse(Throwable failure, Duration limit) {
        List<Throwable> causes =
                Stream.iterate(failure, Objects::nonNull, Throwable::getCause).toList();
        if (causes.stream().anyMatch(CancellationException.class::isInstance)) {
            return new NoResponse(Loss.TIMEOUT, "no whole response within " + limit.toMillis() + " ms");
        } else if (causes.stream().anyMatch(ConnectException.class::isInstance)) {
            return new NoResponse(Loss.REFUSED, "connection refused");
        } else if (causes.stream().anyMatch(IOException.class::isInstance)) {
            // The JDK has no type for a reset: only its message differs from that of an end.
            String first = String.valueOf(causes.get(causes.size() - 1));
            return new NoResponse(first.contains("reset") ? Loss.RESET : Loss.CLOSED, first);
        }
        throw new CompletionException(failure);
    }
}
