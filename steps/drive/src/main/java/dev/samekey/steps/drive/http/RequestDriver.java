package dev.samekey.steps.drive.http;

import dev.samekey.steps.model.net.Network;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
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
    /** Why there is no answer to a request that was left alone. */
    static final String LEFT = "the client closed the connection before the response, as it was to do";

    private static final int MOST_AT_ONCE = 1000;
    private static final int MOST_HEADERS = 1000;
    private static final int LONGEST_LINE = 256 * 1024;
    /** Of a connection: a request that fits in leaves at once. */
    private static final int BUFFER = 16 * 1024;
    /** Room for the header lines that the client adds. */
    private static final int ADDED = 1024;

    /** The attribute of a context that has what to do when the request has left. */
    private static final String SENT = "samekey.sent";

    private static final int UNAUTHORIZED = 401;
    private static final int ACCEPTED = 202;

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
                        manner == Manner.LEAVES || manner == Manner.BREAKS_OFF ? new Departing() : new Telling())
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
                        .setBufferSize(BUFFER)
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
        byte[] bytes = request.bytes();
        HttpEntity entity = manner == Manner.BREAKS_OFF ? new HalfEntity(bytes) : new ByteArrayEntity(bytes);
        return new Leaving(client, form(request, replica, entity), context(Thread.currentThread()), () -> {});
    }

    /**
     * The same for one that another request follows.
     *
     * @param sent called when it has left whole
     * @param ended called when its response was read whole. A refused token and an accepted request are no outcome yet
     */
    Sending ahead(Request request, URI replica, Runnable sent, Runnable ended) {
        HttpClientContext context = context(Thread.currentThread());
        context.setAttribute(SENT, sent);
        return new Leaving(client, form(request, replica, new ByteArrayEntity(request.bytes())), context, ended);
    }

    /**
     * The same for one that waits until it is let go.
     *
     * @param owner the thread whose connection it takes
     */
    Sending held(Request request, URI replica, Thread owner, HeldRequest held) {
        boolean isBuffered = fitsBuffer(request, replica);
        HttpEntity entity = isBuffered ? new HeldEntity(request.bytes(), held) : new ByteArrayEntity(request.bytes());
        Sending whole = new Leaving(client, form(request, replica, entity), context(owner), () -> {});
        return new Sending() {
            @Override
            public Answer answer(Runnable leaving) throws Exception {
                held.whenLeaving(leaving);
                if (!isBuffered) {
                    held.hold(OutputStream.nullOutputStream());
                }
                return whole.answer(() -> {});
            }

            @Override
            public void cut() {
                whole.cut();
            }
        };
    }

    /** What has no body leaves with its head; what does not fit in leaves in pieces. */
    private static boolean fitsBuffer(Request request, URI replica) {
        int lines = request.headers().stream()
                .mapToInt(header -> header.name().length() + header.value().length() + ": \r\n".length())
                .sum();
        int url = replica.toString().length() + request.path().length();
        return request.body() != null && lines + url + request.bytes().length < BUFFER - ADDED;
    }

    private HttpUriRequest form(Request request, URI replica, HttpEntity entity) {
        RequestBuilder builder = RequestBuilder.create(request.method()).setUri(URI.create(replica + request.path()));
        request.headers().forEach(header -> builder.addHeader(header.name(), header.value()));
        if (request.body() != null || BODY_EXPECTED.contains(request.method())) {
            builder.setEntity(entity);
        }
        return builder.build();
    }

    private HttpClientContext context(Thread owner) {
        HttpClientContext context = HttpClientContext.create();
        if (manner == Manner.KEEPS) {
            // The pool gives a connection again only to the owner that it had.
            context.setUserToken(owner.getName());
        }
        return context;
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

    /** Waits in the buffer of its connection, with the head before it. */
    private static final class HeldEntity extends ByteArrayEntity {
        private final byte[] bytes;
        private final HeldRequest held;

        HeldEntity(byte[] bytes, HeldRequest held) {
            super(bytes);
            this.bytes = bytes;
            this.held = held;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(bytes);
            held.hold(out);
        }
    }

    /** Says when the last byte of a body was read: the client closes the connection first when it notices the end. */
    private static final class Ending extends FilterInputStream {
        private final Runnable ended;
        private long left;

        /** @param length in bytes; negative where it is not known */
        Ending(InputStream in, long length, Runnable ended) {
            super(in);
            this.left = length;
            this.ended = ended;
        }

        @Override
        public int read(byte[] buffer, int from, int most) throws IOException {
            int count = super.read(buffer, from, most);
            left -= Math.max(count, 0);
            if (count < 0 || left == 0) {
                ended.run();
            }
            return count;
        }
    }

    /** Tells when a request has left whole. */
    private static final class Telling extends HttpRequestExecutor {
        @Override
        protected @Nullable HttpResponse doSendRequest(
                HttpRequest request, HttpClientConnection connection, HttpContext context)
                throws IOException, HttpException {
            HttpResponse early = super.doSendRequest(request, connection, context);
            if (context.getAttribute(SENT) instanceof Runnable sent) {
                sent.run();
            }
            return early;
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
            throw new IOException(LEFT);
        }
    }

    /** @param ended called when an outcome was read whole */
    private record Leaving(
            CloseableHttpClient client, HttpUriRequest request, HttpClientContext context, Runnable ended)
            implements Sending {
        @Override
        public Answer answer(Runnable leaving) throws IOException {
            leaving.run();
            try (CloseableHttpResponse response = client.execute(request, context)) {
                List<Header> headers = Arrays.stream(response.getAllHeaders())
                        .map(header -> new Header(header.getName(), header.getValue()))
                        .toList();
                int status = response.getStatusLine().getStatusCode();
                Runnable outcome = status == UNAUTHORIZED || status == ACCEPTED ? () -> {} : ended;
                return Answer.of(status, headers, body(response.getEntity(), outcome));
            }
        }

        private static byte[] body(@Nullable HttpEntity entity, Runnable outcome) throws IOException {
            if (entity == null) {
                outcome.run();
                return new byte[0];
            }
            return Answer.body(new Ending(entity.getContent(), entity.getContentLength(), outcome));
        }

        @Override
        public void cut() {
            request.abort();
        }
    }
}
