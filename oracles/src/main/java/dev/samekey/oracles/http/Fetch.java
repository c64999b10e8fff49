package dev.samekey.oracles.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.oracles.wait.OutOfMemory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A plain request that reads, for what an oracle reads over HTTP. An answer may have 64 MB. */
public final class Fetch {
    private static final int MOST_BYTES = 64 * 1024 * 1024;
    private static final int MOST_OF_A_REASON = 300;

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client;
    private final Duration limit;
    private final int most;
    private final Sender sender;

    /** @param limit for a connection and for each answer */
    public Fetch(Duration limit) {
        this(HttpClient.newBuilder().connectTimeout(limit).build(), limit);
    }

    /** @param limit for each answer */
    public Fetch(HttpClient client, Duration limit) {
        this(client, limit, Sender.PLAIN);
    }

    /** @param sender who reads */
    public Fetch(HttpClient client, Duration limit, Sender sender) {
        this(client, limit, MOST_BYTES, sender);
    }

    /** @param most how many bytes an answer may have */
    Fetch(Duration limit, int most) {
        this(HttpClient.newBuilder().connectTimeout(limit).build(), limit, most, Sender.PLAIN);
    }

    private Fetch(HttpClient client, Duration limit, int most, Sender sender) {
        this.client = client;
        this.limit = limit;
        this.most = most;
        this.sender = sender;
    }

    /** @throws OracleSilent when no answer with status 200 comes within the limit, or it is too large */
    public String get(URI uri, Map<String, String> headers) {
        return text("GET " + uri, uri, HttpRequest.newBuilder(uri), headers);
    }

    /** The same of an answer in JSON. */
    public JsonNode json(URI uri, Map<String, String> headers) {
        return parse("GET " + uri, get(uri, headers));
    }

    /** The same of a question that is too long for an address, and is posted as JSON. */
    public JsonNode json(URI uri, Map<String, String> headers, String question) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(question));
        return parse("POST " + uri, text("POST " + uri, uri, request, headers));
    }

    /**
     * An answer as JSON.
     *
     * @param asked what it answers, for the message
     * @throws OracleSilent when it is none
     */
    public JsonNode parse(String asked, String answer) {
        try {
            return json.readTree(answer);
        } catch (JsonProcessingException failure) {
            throw new OracleSilent(asked + " did not answer with JSON", failure);
        }
    }

    private String text(String asked, URI uri, HttpRequest.Builder request, Map<String, String> named) {
        HttpResponse<byte[]> answer = answer(asked, uri, request, named);
        if (answer.statusCode() != 200) {
            throw new OracleSilent(asked + " answered " + answer.statusCode() + reason(answer.body()));
        }
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /** To read once more changes nothing. */
    private HttpResponse<byte[]> answer(String asked, URI uri, HttpRequest.Builder request, Map<String, String> named) {
        Map<String, String> headers = sender.headers(uri, named);
        HttpResponse<byte[]> answer = once(asked, request.copy(), headers);
        return sender.accepts(uri, named, headers, answer.statusCode())
                ? answer
                : once(asked, request.copy(), sender.headers(uri, named));
    }

    private HttpResponse<byte[]> once(String asked, HttpRequest.Builder request, Map<String, String> headers) {
        headers.forEach(request::header);
        // The request's own timeout ends with the head of the answer; this one takes in its body.
        LimitedBody body = new LimitedBody(most);
        CompletableFuture<HttpResponse<byte[]>> coming =
                client.sendAsync(request.timeout(limit).build(), body);
        try {
            return coming.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failure) {
            OutOfMemory.mustNotBe(failure);
            throw new OracleSilent(asked + " was not answered", body.reason(causeOf(failure)));
        } catch (TimeoutException late) {
            coming.cancel(true);
            throw new OracleSilent(asked + " was not answered whole within " + limit.toMillis() + " ms");
        } catch (InterruptedException interrupted) {
            coming.cancel(true);
            throw Interrupted.waitingFor("the response to " + asked, interrupted);
        }
    }

    /** Those who refuse a query say why in the body. */
    private static String reason(byte[] body) {
        String text =
                new String(body, StandardCharsets.UTF_8).replaceAll("\\s+", " ").strip();
        return text.isEmpty() ? "" : ": " + text.substring(0, Math.min(MOST_OF_A_REASON, text.length()));
    }

    private static Throwable causeOf(ExecutionException failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure : cause;
    }
}
