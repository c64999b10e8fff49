package dev.samekey.oracles;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.http.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Endpoints that an oracle reads. */
public final class Stub implements AutoCloseable {
    private final WireMockServer server =
            new WireMockServer(options().bindAddress("127.0.0.1").dynamicPort());

    public Stub() {
        server.start();
    }

    /** The address of a path that answers so. */
    public URI answering(String path, int status, String body) {
        server.stubFor(get(path).willReturn(aResponse().withStatus(status).withBody(body)));
        return URI.create(server.baseUrl() + path);
    }

    /** The address of a server that answers at a path, whatever is asked there. */
    public URI telling(String path, String body) {
        return telling(path, 200, body);
    }

    /** The same with that status. */
    public URI telling(String path, int status, String body) {
        server.stubFor(any(urlPathEqualTo(path))
                .willReturn(aResponse().withStatus(status).withBody(body)));
        return URI.create(server.baseUrl());
    }

    /** What answers were recorded of the real thing, by the name of the file. */
    public static String recorded(String name) {
        try (InputStream in = Objects.requireNonNull(Stub.class.getResourceAsStream("/recorded/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The value of a parameter of the last request. */
    public String parameter(String name) {
        return server.getAllServeEvents()
                .get(0)
                .getRequest()
                .queryParameter(name)
                .firstValue();
    }

    /** The body of the last request. */
    public String question() {
        return server.getAllServeEvents().get(0).getRequest().getBodyAsString();
    }

    /** The address of a path whose answer takes so long from its first piece to its last. */
    public URI dripping(String path, String body, int millis) {
        server.stubFor(get(path).willReturn(aResponse().withBody(body).withChunkedDribbleDelay(body.length(), millis)));
        return URI.create(server.baseUrl() + path);
    }

    /** An address that cuts every connection. */
    public URI cutting(String path) {
        server.stubFor(any(anyUrl()).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
        return URI.create(server.baseUrl() + path);
    }

    /** The value of a header of the last request. */
    public String asked(String header) {
        return server.getAllServeEvents().get(0).getRequest().getHeader(header);
    }

    @Override
    public void close() {
        server.stop();
    }
}
