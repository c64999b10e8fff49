package dev.samekey.steps.http;

import static io.restassured.config.HttpClientConfig.httpClientConfig;

import io.restassured.RestAssured;
import io.restassured.config.DecoderConfig;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.client.HttpClient;
import org.apache.http.client.params.ClientPNames;
import org.apache.http.impl.client.AbstractHttpClient;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.client.DefaultHttpRequestRetryHandler;
import org.apache.http.params.CoreConnectionPNames;

/** Sends one request, once: one logical send is one request on the wire, whatever becomes of it. */
public final class Wire {
    private final Duration limit;
    private final AtomicInteger requests;

    /** @param limit for the connection, and again from there to the last byte of the answer */
    public Wire(Duration limit) {
        this(limit, new AtomicInteger());
    }

    private Wire(Duration limit, AtomicInteger requests) {
        this.limit = limit;
        this.requests = requests;
    }

    /** The same with another limit; both count the same requests. */
    public Wire within(Duration other) {
        return new Wire(other, requests);
    }

    /** How many requests have left. */
    public int requests() {
        return requests.get();
    }

    /** Counts a request that another driver sends. */
    void count() {
        requests.incrementAndGet();
    }

    /** Sends to a replica; no answer is a result like another. */
    public Exchange send(Request request, URI replica) {
        requests.incrementAndGet();
        Instant at = Instant.now();
        long sent = System.nanoTime();
        CompletableFuture<Void> over = new CompletableFuture<>();
        HttpClient client = clientThatSendsOnce(over);
        try {
            Response response = specification(request, replica, client).request(request.method(), request.path());
            Answer answer = answer(response);
            // What came before the cut may look whole.
            return over.complete(null)
                    ? new Exchange(request, replica, answer, null, at, sent, System.nanoTime())
                    : new Exchange(request, replica, null, late(), at, sent, System.nanoTime());
        } catch (Exception failure) {
            // REST Assured throws the client's checked exceptions unwrapped and undeclared.
            String reason = over.complete(null) ? describe(failure) : late();
            return new Exchange(request, replica, null, reason, at, sent, System.nanoTime());
        } finally {
            cut(client);
        }
    }

    @SuppressWarnings("deprecation") // REST Assured takes no other kind of client.
    private static void cut(HttpClient client) {
        client.getConnectionManager().shutdown();
    }

    private String late() {
        return "no whole answer within " + limit.toMillis() + " ms";
    }

    static String describe(Throwable failure) {
        return failure.getClass().getSimpleName() + (failure.getMessage() == null ? "" : ": " + failure.getMessage());
    }

    private static RequestSpecification specification(Request request, URI replica, HttpClient client) {
        RestAssuredConfig config = RestAssured.config()
                .httpClient(httpClientConfig().httpClientFactory(() -> client))
                .encoderConfig(bytesAsTheyAre(request))
                .decoderConfig(new DecoderConfig().noContentDecoders());
        RequestSpecification specification = RestAssured.given()
                .config(config)
                .baseUri(replica.toString())
                .urlEncodingEnabled(false)
                .redirects()
                .follow(false);
        request.headers().forEach(header -> specification.header(header.name(), header.value()));
        if (request.body() != null) {
            specification.body(request.bytes());
        }
        return specification;
    }

    private static EncoderConfig bytesAsTheyAre(Request request) {
        EncoderConfig config = new EncoderConfig().appendDefaultContentCharsetToContentTypeIfUndefined(false);
        for (Header header : request.headers()) {
            if (header.name().equalsIgnoreCase("Content-Type")) {
                config = config.encodeContentTypeAs(header.value(), ContentType.BINARY);
            }
        }
        return config;
    }

    private static Answer answer(Response response) {
        List<Header> headers = response.headers().asList().stream()
                .map(header -> new Header(header.getName(), header.getValue()))
                .toList();
        return Answer.of(response.statusCode(), headers, response.asByteArray());
    }

    @SuppressWarnings("deprecation") // REST Assured takes no other kind of client.
    private HttpClient clientThatSendsOnce(CompletableFuture<Void> over) {
        AbstractHttpClient client = new DefaultHttpClient();
        client.setHttpRequestRetryHandler(new DefaultHttpRequestRetryHandler(0, false));
        int millis = Math.toIntExact(limit.toMillis());
        client.getParams().setIntParameter(CoreConnectionPNames.CONNECTION_TIMEOUT, millis);
        client.getParams().setIntParameter(CoreConnectionPNames.SO_TIMEOUT, millis);
        client.getParams().setBooleanParameter(ClientPNames.HANDLE_REDIRECTS, false);
        // These limits are for each wait: a target that drips would never reach them.
        client.addRequestInterceptor((leaving, context) -> {
            var unused = over.orTimeout(millis, TimeUnit.MILLISECONDS).whenCompleteAsync((done, late) -> cut(client));
        });
        return client;
    }
}
