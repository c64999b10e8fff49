package dev.samekey.oracles.http;

import dev.samekey.oracles.evidence.OracleSilent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A plain GET, for what an oracle reads over HTTP. */
public final class Fetch {
    private final HttpClient client;
    private final Duration limit;

    /** @param limit for a connection and for each answer */
    public Fetch(Duration limit) {
        this.limit = limit;
        this.client = HttpClient.newBuilder().connectTimeout(limit).build();
    }

    /** @throws OracleSilent when no answer with status 200 comes within the limit */
    public String get(URI uri, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(limit);
        headers.forEach(request::header);
        // The request's own timeout ends with the head of the answer; this one takes in its body.
        CompletableFuture<HttpResponse<String>> coming =
                client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
        try {
            HttpResponse<String> answer = coming.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (answer.statusCode() != 200) {
                throw new OracleSilent("GET " + uri + " answered " + answer.statusCode());
            }
            return answer.body();
        } catch (ExecutionException failure) {
            throw new OracleSilent("GET " + uri + " was not answered", causeOf(failure));
        } catch (TimeoutException late) {
            coming.cancel(true);
            throw new OracleSilent("GET " + uri + " was not answered whole within " + limit.toMillis() + " ms");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new OracleSilent("GET " + uri + " was interrupted", interrupted);
        }
    }

    private static Throwable causeOf(ExecutionException failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure : cause;
    }
}
