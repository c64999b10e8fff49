package dev.samekey.oracles.http;

import dev.samekey.oracles.evidence.OracleSilent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

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
        try {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new OracleSilent("GET " + uri + " answered " + answer.statusCode());
            }
            return answer.body();
        } catch (IOException failure) {
            throw new OracleSilent("GET " + uri + " was not answered", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new OracleSilent("GET " + uri + " was interrupted", interrupted);
        }
    }
}
