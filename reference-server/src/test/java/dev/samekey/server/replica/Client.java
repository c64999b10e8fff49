package dev.samekey.server.replica;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;

/** Sends requests as a principal. */
record Client(String url, String token, String tenant, HttpClient http) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Client of(String url, String principal) {
        return new Client(url, principal + "-token", "", HttpClient.newHttpClient());
    }

    Client on(String other) {
        return new Client(other, token, tenant, http);
    }

    Client in(String other) {
        return new Client(url, token, other, http);
    }

    Reply get(String path) {
        return send(request(path).GET().build());
    }

    Reply post(String path, @Nullable String key, String body) {
        HttpRequest.Builder request = request(path).POST(BodyPublishers.ofString(body));
        return send((key == null ? request : request.header("Idempotency-Key", key)).build());
    }

    Reply form(String path, String fields) {
        return send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(fields))
                .build());
    }

    /** Any method with a key; the headers are names and values in turn. */
    Reply send(String method, String path, String key, String body, String... headers) {
        HttpRequest.Builder request = request(path).method(method, BodyPublishers.ofString(body));
        return send((headers.length == 0 ? request : request.headers(headers))
                .header("Idempotency-Key", key)
                .build());
    }

    Reply send(String method, String path) {
        return send(request(path).method(method, BodyPublishers.noBody()).build());
    }

    /** How many items a list has. */
    int count(String path) {
        return get(path).json().path("items").size();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + token)
                .header("X-Tenant", tenant);
    }

    private Reply send(HttpRequest request) {
        try {
            return new Reply(http.send(request, BodyHandlers.ofString()));
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** An answer as tests read it. */
    record Reply(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        String body() {
            return response.body();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        String marker() {
            return header("Idempotency-Status");
        }

        JsonNode json() {
            try {
                return JSON.readTree(body());
            } catch (IOException malformed) {
                throw new java.io.UncheckedIOException(malformed);
            }
        }

        String text(String member) {
            return json().path(member).asText();
        }

        String code() {
            return text("code");
        }
    }
}
