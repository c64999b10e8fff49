package dev.samekey.server.vendors;

import dev.samekey.server.json.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/**
 * Another service. A call is sent once: whether to send it again is for whoever asked to decide, who knows what it would
 * do twice.
 */
public final class Remote {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
    /** How long an answer may take; far less than the time after which a claim counts as abandoned. */
    public static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);

    private final URI base;
    private final Json json;
    private final HttpClient client;

    /** The service at this URL. */
    public Remote(URI base, Json json) {
        this.base = base;
        this.json = json;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_LIMIT)
                .build();
    }

    /** Sends a JSON document. */
    public Reply post(String path, Map<String, String> headers, Object document) {
        HttpRequest.Builder request = request(path)
                .POST(BodyPublishers.ofString(json.write(document)))
                .header("Content-Type", "application/json");
        headers.forEach(request::header);
        return send(request.build());
    }

    /** Looks, and changes nothing. */
    public Reply get(String path) {
        return send(request(path).GET().build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).timeout(ANSWER_LIMIT);
    }

    private Reply send(HttpRequest request) {
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body(), json);
        } catch (ConnectException | HttpConnectTimeoutException unreached) {
            throw new NoReplyException(false, unreached);
        } catch (IOException lost) {
            throw new NoReplyException(true, lost);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new NoReplyException(true, interrupted);
        }
    }
}
