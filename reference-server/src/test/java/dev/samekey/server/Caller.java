package dev.samekey.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;

/** Sends requests with the same headers each time. */
public record Caller(String url, Map<String, String> headers) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final ObjectMapper JSON = new ObjectMapper();

    public Caller with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new Caller(url, more);
    }

    public Caller without(String name) {
        Map<String, String> fewer = new HashMap<>(headers);
        fewer.remove(name);
        return new Caller(url, fewer);
    }

    public Caller key(String key) {
        return with("Idempotency-Key", key);
    }

    public Reply get(String path) {
        return send("GET", path, "");
    }

    public Reply post(String path, String body) {
        return send("POST", path, body);
    }

    public Reply send(String method, String path, String body) {
        try {
            return new Reply(HTTP.send(request(method, path, body).build(), BodyHandlers.ofString()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    public HttpRequest.Builder request(String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return request;
    }

    /** An answer as tests read it. */
    public record Reply(HttpResponse<String> response) {
        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        public String marker() {
            return header("Idempotency-Status");
        }

        public JsonNode json() {
            try {
                return JSON.readTree(body());
            } catch (IOException malformed) {
                throw new UncheckedIOException(malformed);
            }
        }

        public String text(String member) {
            return json().path(member).asText();
        }

        public String code() {
            return text("code");
        }
    }
}
