package dev.samekey.steps.drive.http;

import dev.samekey.oracles.http.LimitedBody;
import dev.samekey.oracles.wait.Interrupted;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Sends requests in HTTP/2, each once. */
final class H2Driver implements Driver {
    /** Headers that a client of Java writes itself. */
    private static final Set<String> WRITTEN_BY_CLIENT = Set.of("content-length", "host", "connection");

    private final HttpClient client;

    H2Driver(HttpClient client) {
        this.client = client;
    }

    @Override
    public Sending prepare(Request request, URI replica) {
        byte[] bytes = request.bytes();
        BodyPublisher body = bytes.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(bytes);
        return new Leaving(client, form(request, replica, body), new CompletableFuture<>());
    }

    /** A request for a client of Java, with this body. */
    static HttpRequest form(Request request, URI replica, BodyPublisher body) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(URI.create(replica + request.path())).method(request.method(), body);
        request.headers().stream()
                .filter(header -> !WRITTEN_BY_CLIENT.contains(header.name().toLowerCase(Locale.ROOT)))
                .forEach(header -> builder.header(header.name(), header.value()));
        return builder.build();
    }

    /** What a client of Java received. */
    static Answer answer(HttpResponse<byte[]> response) {
        List<Header> headers = new ArrayList<>();
        response.headers().map().forEach((name, values) -> values.forEach(v -> headers.add(new Header(name, v))));
        return Answer.of(response.statusCode(), headers, response.body());
    }

    private record Leaving(HttpClient client, HttpRequest request, CompletableFuture<HttpResponse<byte[]>> response)
            implements Sending {
        @Override
        public Answer answer(Runnable leaving) throws Exception {
            LimitedBody body = new LimitedBody(Answer.MOST_BYTES);
            leaving.run();
            CompletableFuture<HttpResponse<byte[]>> coming = client.sendAsync(request, body);
            var unused = coming.whenComplete((whole, failure) -> {
                if (failure == null) {
                    response.complete(whole);
                } else {
                    response.completeExceptionally(body.reason(failure));
                }
            });
            var unusedToo = response.whenComplete((whole, cut) -> coming.cancel(true));
            try {
                return H2Driver.answer(response.get());
            } catch (ExecutionException failure) {
                if (failure.getCause() instanceof Exception cause) {
                    throw cause;
                }
                throw new IllegalStateException(failure.getCause());
            } catch (InterruptedException interrupted) {
                throw Interrupted.waitingFor("the response to a " + request.method(), interrupted);
            }
        }

        @Override
        public void cut() {
            response.completeExceptionally(new IOException("the connection was cut"));
        }
    }
}
