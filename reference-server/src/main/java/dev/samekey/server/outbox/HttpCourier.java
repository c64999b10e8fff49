package dev.samekey.server.outbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Posts messages to a URL. Any 2xx acknowledges; whatever else comes, or nothing in time, does not (OBX-2). */
public final class HttpCourier implements Courier {
    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(2);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final URI destination;
    private final Function<Message, Map<String, String>> headers;

    /** Each attempt has the headers that this makes for it. */
    public HttpCourier(URI destination, Function<Message, Map<String, String>> headers) {
        this.destination = destination;
        this.headers = headers;
    }

    /** One to the same destination whose attempts have other headers. */
    public HttpCourier withHeaders(UnaryOperator<Function<Message, Map<String, String>>> change) {
        return new HttpCourier(destination, change.apply(headers));
    }

    @Override
    public void deliver(Message message) {
        HttpRequest.Builder request = HttpRequest.newBuilder(destination)
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(message.body()));
        headers.apply(message).forEach(request::header);
        int status = send(request.build());
        if (status < 200 || status > 299) {
            throw new NotAcknowledgedException("the answer was " + status);
        }
    }

    private int send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException failed) {
            throw new NotAcknowledgedException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new NotAcknowledgedException(interrupted);
        }
    }
}
