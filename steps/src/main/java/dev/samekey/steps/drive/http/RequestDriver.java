package dev.samekey.steps.drive.http;

import dev.samekey.steps.model.net.Network;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpEntity;
import org.apache.http.HttpException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.config.MessageConstraints;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.impl.NoConnectionReuseStrategy;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.DefaultClientConnectionReuseStrategy;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.conn.SystemDefaultRoutePlanner;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpRequestExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests, each once. The client follows no redirect, never retries, keeps no cookie and unpacks no body, so
 * that the request and the answer stay as they are.
 */
final class RequestDriver implements Driver {
    private static final int MOST_AT_ONCE = 1000;
    private static final int MOST_HEADERS = 1000;
    private static final int LONGEST_LINE = 256 * 1024;

    /** Methods that announce an empty body, with a length of zero (RFC 9110, section 8.6). */
    private static final Set<String> BODY_EXPECTED = Set.of("POST", "PUT", "PATCH");

    private static final Duration LONGEST_KEPT = Duration.ofMinutes(1);

    private final CloseableHttpClient client;
    private final Manner manner;

    /** What becomes of the connection of a request. */
    private enum Manner {
        /** It is closed when the answer is there. */
        CLOSES,
        /** It is left open for the next request. */
        KEEPS,
        /** It is closed when half of the body has left. */
        BREAKS_OFF,
        /** It is closed when the request has left whole, and nobody waits for the answer. */
        LEAVES
    }

    /**
     * One that opens a connection for each request.
     *
     * @param limit for each wait
     */
    RequestDriver(Duration limit, Network network) {
        this(limit, network, Manner.CLOSES);
    }

    /** One whose requests of one thread follow each other on one connection to each replica, as far as the target keeps it. */
    static RequestDriver keeping(Duration limit, Network network) {
        return new RequestDriver(limit, network, Manner.KEEPS);
    }

    /** One that never sends more than half of a body. */
    static RequestDriver breakingOff(Duration limit, Network network) {
        return new RequestDriver(limit, network, Manner.BREAKS_OFF);
    }

    /** One that waits for no answer. */
    static RequestDriver leaving(Duration limit, Network network) {
        return new RequestDriver(limit, network, Manner.LEAVES);
    }

    private RequestDriver(Duration limit, Network network, Manner manner) {
        this.manner = manner;
        int millis = Math.toIntExact(limit.toMillis());
        this.client = HttpClientBuilder.create()
                .setRequestExecutor(
                        manner == Manner.LEAVES || manner == Manner.BREAKS_OFF
                                ? new Departing()
                                : new HttpRequestExecutor())
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableAuthCaching()
                .disableCookieManagement()
                .disableContentCompression()
                .setConnectionReuseStrategy(
                        manner == Manner.KEEPS
                                ? DefaultClientConnectionReuseStrategy.INSTANCE
                                : NoConnectionReuseStrategy.INSTANCE)
                .setConnectionTimeToLive(LONGEST_KEPT.toMillis(), TimeUnit.MILLISECONDS)
                .setSSLContext(network.tls())
                .setRoutePlanner(new SystemDefaultRoutePlanner(network.proxies()))
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setMessageConstraints(MessageConstraints.custom()
                                .setMaxHeaderCount(MOST_HEADERS)
                                .setMaxLineLength(LONGEST_LINE)
                                .build())
                        .build())
                .setMaxConnTotal(MOST_AT_ONCE)
                .setMaxConnPerRoute(MOST_AT_ONCE)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectTimeout(millis)
                        .setSocketTimeout(millis)
                        .setAuthenticationEnabled(false)
                        .setNormalizeUri(false)
                        .build())
                .build();
    }

    @Override
    public Sending prepare(Request request, URI replica) {
        RequestBuilder builder = RequestBuilder.create(request.method()).setUri(URI.create(replica + request.path()));
        request.headers().forEach(header -> builder.addHeader(header.name(), header.value()));
        if (request.body() != null || BODY_EXPECTED.contains(request.method())) {
            byte[] bytes = request.bytes();
            builder.setEntity(manner == Manner.BREAKS_OFF ? new HalfEntity(bytes) : new ByteArrayEntity(bytes));
        }
        HttpClientContext context = HttpClientContext.create();
        if (manner == Manner.KEEPS) {
            // The pool gives a connection again only to the owner that it had.
            context.setUserToken(Thread.currentThread().getName());
        }
        return new Leaving(client, builder.build(), context);
    }

    void close() {
        try {
            client.close();
        } catch (IOException closed) {
            // It is of no more use either way.
        }
    }

    /** Announces the whole body, and sends half of it. */
    private static final class HalfEntity extends ByteArrayEntity {
        private final byte[] bytes;

        HalfEntity(byte[] bytes) {
            super(bytes);
            this.bytes = bytes;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(bytes, 0, bytes.length / 2);
            out.flush();
            throw new IOException("the client closed the connection after half of the body, as it was to do");
        }
    }

    /** Closes a connection as programs do that end well: a reset could take away what the target has not read yet. */
    private static final class Departing extends HttpRequestExecutor {
        @Override
        protected @Nullable HttpResponse doSendRequest(
                HttpRequest request, HttpClientConnection connection, HttpContext context)
                throws IOException, HttpException {
            try {
                return super.doSendRequest(request, connection, context);
            } catch (IOException brokenOff) {
                connection.close();
                throw brokenOff;
            }
        }

        @Override
        protected HttpResponse doReceiveResponse(
                HttpRequest request, HttpClientConnection connection, HttpContext context) throws IOException {
            connection.close();
            throw new IOException("the client closed the connection before the response, as it was to do");
        }
    }

    private record Leaving(CloseableHttpClient client, HttpUriRequest request, HttpClientContext context)
            implements Sending {
        @Override
        public Answer answer(Runnable leaving) throws IOException {
            leaving.run();
            try (CloseableHttpResponse response = client.execute(request, context)) {
                List<Header> headers = Arrays.stream(response.getAllHeaders())
                        .map(header -> new Header(header.getName(), header.getValue()))
                        .toList();
                HttpEntity entity = response.getEntity();
                byte[] body = entity == null ? new byte[0] : Answer.body(entity.getContent());
                return Answer.of(response.getStatusLine().getStatusCode(), headers, body);
            }
        }

        @Override
        public void cut() {
            request.abort();
        }
    }
}
