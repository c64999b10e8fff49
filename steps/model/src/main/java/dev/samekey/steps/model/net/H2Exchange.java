package dev.samekey.steps.model.net;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import javax.net.ssl.SSLSession;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.BasicEntityDetails;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;

/** One stream: a request of Java's client on its way, and its response. */
final class H2Exchange<T> implements AsyncClientExchangeHandler {
    private static final int NOT_MODIFIED = 304;

    /** Methods that announce an empty body, with a length of zero (RFC 9110, section 8.6). */
    private static final Set<String> BODY_EXPECTED = Set.of("POST", "PUT", "PATCH");

    private final HttpRequest request;
    private final HttpResponse.BodyHandler<T> handler;
    private final CompletableFuture<HttpResponse<T>> result = new CompletableFuture<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final Outgoing outgoing = new Outgoing();
    private @Nullable Incoming incoming;

    H2Exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        this.request = request;
        this.handler = handler;
        var unused = result.whenComplete((response, failure) -> {
            if (failure != null) {
                over.complete(null);
            }
        });
    }

    CompletableFuture<HttpResponse<T>> result() {
        return result;
    }

    /** Done when nothing more will come. */
    CompletableFuture<Void> over() {
        return over;
    }

    void fail(@Nullable Throwable failure) {
        Throwable reason = failure == null ? new IOException("the connection was closed") : failure;
        // A breach of the protocol is a failure of the connection as any other.
        Throwable told = reason instanceof HttpException ? new IOException(reason.getMessage(), reason) : reason;
        Incoming body = incoming;
        if (body != null) {
            body.fail(told);
        }
        result.completeExceptionally(told);
        over.complete(null);
    }

    /** Fails where no response has come by then. */
    void late(IOException failure) {
        if (result.completeExceptionally(failure)) {
            fail(failure);
        }
    }

    @Override
    public void produceRequest(RequestChannel channel, HttpContext context) throws HttpException, IOException {
        URI uri = request.uri();
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        BasicHttpRequest head = new BasicHttpRequest(
                request.method(), uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery());
        head.setScheme(uri.getScheme());
        head.setAuthority(new URIAuthority(uri.getHost(), uri.getPort()));
        long length = request.bodyPublisher()
                .map(HttpRequest.BodyPublisher::contentLength)
                .orElse(0L);
        if (length > 0 || BODY_EXPECTED.contains(request.method())) {
            head.addHeader("content-length", length);
        }
        if (request.headers().firstValue("User-Agent").isEmpty()) {
            head.addHeader("user-agent", "Samekey");
        }
        // White space around a value is no part of it, and HTTP/2 forbids it (RFC 9113, section 8.2.1).
        request.headers().map().forEach((name, values) -> values.forEach(value -> head.addHeader(name, value.strip())));
        if (length == 0) {
            channel.sendRequest(head, null, context);
        } else {
            request.bodyPublisher().orElseThrow().subscribe(outgoing);
            channel.sendRequest(head, new BasicEntityDetails(length, null), context);
        }
    }

    @Override
    public int available() {
        return outgoing.available();
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        outgoing.produce(channel);
    }

    @Override
    public void consumeInformation(org.apache.hc.core5.http.HttpResponse response, HttpContext context) {
        // The answer itself comes later.
    }

    @Override
    public void consumeResponse(
            org.apache.hc.core5.http.HttpResponse response, @Nullable EntityDetails entity, HttpContext context) {
        Map<String, List<String>> headers = new TreeMap<>();
        for (Header header : response.getHeaders()) {
            headers.computeIfAbsent(header.getName(), name -> new ArrayList<>()).add(header.getValue());
        }
        Head head = new Head(response.getCode(), HttpHeaders.of(headers, (name, value) -> true));
        BodySubscriber<T> subscriber = handler.apply(head);
        Incoming body = new Incoming(subscriber, length(head));
        incoming = body;
        subscriber.onSubscribe(body);
        var unused = subscriber.getBody().whenComplete((whole, failure) -> {
            if (failure == null) {
                result.complete(new Response<>(request, head, whole));
            } else {
                result.completeExceptionally(failure);
            }
        });
        if (entity == null) {
            streamEnd(null);
        }
    }

    /** How many bytes it announces; -1 where it does not say. */
    private long length(Head head) {
        boolean hasNone = request.method().equals("HEAD") || head.statusCode() == NOT_MODIFIED;
        return hasNone ? -1 : head.headers().firstValueAsLong("content-length").orElse(-1);
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        channel.update(Integer.MAX_VALUE);
    }

    @Override
    public void consume(ByteBuffer from) {
        ByteBuffer copy = ByteBuffer.allocate(from.remaining());
        copy.put(from).flip();
        Incoming body = incoming;
        if (body != null) {
            body.add(copy);
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        Incoming body = incoming;
        if (body != null && body.isWhole()) {
            body.end();
            over.complete(null);
        } else {
            fail(new IOException("the response breaks off before the length that it announces"));
        }
    }

    @Override
    public void failed(Exception cause) {
        fail(cause);
    }

    @Override
    public void cancel() {
        fail(new IOException("the connection was closed"));
    }

    @Override
    public void releaseResources() {
        // An answer that was there whole is not changed by this.
        fail(new IOException("the connection was closed"));
    }

    private record Head(int statusCode, HttpHeaders headers) implements HttpResponse.ResponseInfo {
        @Override
        public HttpClient.Version version() {
            return HttpClient.Version.HTTP_2;
        }
    }

    private record Response<T>(HttpRequest request, Head head, T body) implements HttpResponse<T> {
        @Override
        public int statusCode() {
            return head.statusCode();
        }

        @Override
        public Optional<HttpResponse<T>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public HttpHeaders headers() {
            return head.headers();
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public URI uri() {
            return request.uri();
        }

        @Override
        public HttpClient.Version version() {
            return head.version();
        }
    }

    /** The body of the request as its publisher gives it, one piece after the other. */
    private final class Outgoing implements Flow.Subscriber<ByteBuffer> {
        private final Queue<ByteBuffer> pieces = new ConcurrentLinkedQueue<>();
        private volatile Flow.@Nullable Subscription subscription;
        private volatile @Nullable DataStreamChannel channel;
        private volatile boolean demanded;
        private volatile boolean complete;
        private boolean ended;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
        }

        @Override
        public void onNext(ByteBuffer piece) {
            pieces.add(piece);
            demanded = false;
            wake();
        }

        @Override
        public void onComplete() {
            complete = true;
            wake();
        }

        @Override
        public void onError(Throwable failure) {
            fail(failure);
        }

        private void wake() {
            DataStreamChannel open = channel;
            if (open != null) {
                open.requestOutput();
            }
        }

        int available() {
            return complete && !ended
                    ? 1
                    : pieces.stream().mapToInt(ByteBuffer::remaining).sum();
        }

        void produce(DataStreamChannel open) throws IOException {
            channel = open;
            while (!ended) {
                ByteBuffer piece = pieces.peek();
                if (piece != null) {
                    open.write(piece);
                    if (piece.hasRemaining()) {
                        return;
                    }
                    pieces.remove();
                } else if (complete) {
                    // What came just before the end is not behind it.
                    if (pieces.isEmpty()) {
                        ended = true;
                        open.endStream();
                    }
                } else if (demanded) {
                    return;
                } else {
                    demanded = true;
                    Flow.Subscription from = subscription;
                    if (from != null) {
                        from.request(1);
                    }
                }
            }
        }
    }

    /** The body of the response, given on as it is asked for. */
    private final class Incoming implements Flow.Subscription {
        private final BodySubscriber<T> subscriber;
        private final long announced;
        private final Deque<ByteBuffer> pieces = new ArrayDeque<>();
        private long taken;
        private long demand;
        private boolean ended;
        private boolean told;

        Incoming(BodySubscriber<T> subscriber, long announced) {
            this.subscriber = subscriber;
            this.announced = announced;
        }

        synchronized boolean isWhole() {
            return announced < 0 || announced == taken;
        }

        synchronized void add(ByteBuffer piece) {
            taken += piece.remaining();
            pieces.add(piece);
            give();
        }

        synchronized void end() {
            ended = true;
            give();
        }

        synchronized void fail(Throwable failure) {
            if (!ended && !told) {
                told = true;
                subscriber.onError(failure);
            }
        }

        private void give() {
            while (!told && demand > 0 && !pieces.isEmpty()) {
                demand--;
                subscriber.onNext(List.of(pieces.remove()));
            }
            if (!told && ended && pieces.isEmpty()) {
                told = true;
                subscriber.onComplete();
            }
        }

        @Override
        public synchronized void request(long more) {
            demand = Math.min(Long.MAX_VALUE - more, demand) + more;
            give();
        }

        @Override
        public synchronized void cancel() {
            told = true;
            over.complete(null);
        }
    }
}
