package dev.samekey.steps.drive.service;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import wiremock.jakarta.servlet.http.HttpServletRequest;
import wiremock.jakarta.servlet.http.HttpServletResponse;
import wiremock.org.eclipse.jetty.http2.ErrorCode;
import wiremock.org.eclipse.jetty.http2.IStream;
import wiremock.org.eclipse.jetty.http2.frames.ResetFrame;
import wiremock.org.eclipse.jetty.http2.server.HttpTransportOverHTTP2;
import wiremock.org.eclipse.jetty.io.EofException;
import wiremock.org.eclipse.jetty.server.HttpChannel;
import wiremock.org.eclipse.jetty.server.Request;
import wiremock.org.eclipse.jetty.util.BufferUtil;
import wiremock.org.eclipse.jetty.util.Callback;

/**
 * One request at the front, and what is done with its connection. Over HTTP/2 the requests of a client share a connection, so
 * there a response is lost by a reset of its stream (RFC 9113, section 6.4), and the others go on.
 */
final class ServiceCall {
    private static final int MOST_BYTES = 4 * 1024 * 1024;
    private static final Duration LOOK = Duration.ofMillis(20);

    private final HttpChannel channel;
    private final HttpServletResponse response;
    private final CountDownLatch closed;
    private final ServiceRequest request;
    private final long arrivedNanos;

    /** @param closed counted down when the service is closed */
    private ServiceCall(
            HttpServletResponse response,
            CountDownLatch closed,
            HttpChannel channel,
            ServiceRequest request,
            long arrivedNanos) {
        this.response = response;
        this.closed = closed;
        this.channel = channel;
        this.request = request;
        this.arrivedNanos = arrivedNanos;
    }

    /**
     * Reads a request.
     *
     * @throws IOException when the client goes away while it sends
     */
    static ServiceCall of(HttpServletRequest request, HttpServletResponse response, CountDownLatch closed)
            throws IOException {
        byte[] body = request.getInputStream().readNBytes(MOST_BYTES);
        long arrivedNanos = System.nanoTime();
        List<Header> headers = new ArrayList<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            Collections.list(request.getHeaders(name)).forEach(value -> headers.add(new Header(name, value)));
        }
        String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
        ServiceRequest read = ServiceRequest.of(
                request.getProtocol(),
                request.getMethod(),
                request.getRequestURI() + query,
                headers,
                Answer.of(0, headers, body).body());
        HttpChannel channel = Request.getBaseRequest(request).getHttpChannel();
        return new ServiceCall(response, closed, channel, read, arrivedNanos);
    }

    ServiceRequest request() {
        return request;
    }

    /** When the whole request was there, by {@link System#nanoTime()}. */
    long arrivedNanos() {
        return arrivedNanos;
    }

    /**
     * Does nothing until the time is over, the service is closed, or, if asked for, the client has given up.
     *
     * @return when a client that has given up was last seen to wait, by {@link System#nanoTime()}; 0 where it still waits
     */
    long hold(Duration time, boolean untilGone) {
        long end = System.nanoTime() + time.toNanos();
        long lastSeen = System.nanoTime();
        long gone = 0;
        for (long left = time.toNanos(); left > 0 && closed.getCount() > 0; left = end - System.nanoTime()) {
            long now = System.nanoTime();
            if (gone == 0 && isGone()) {
                gone = lastSeen;
            }
            lastSeen = now;
            if (gone != 0 && untilGone) {
                return gone;
            }
            try {
                var unused = closed.await(Math.min(left, LOOK.toNanos()), TimeUnit.NANOSECONDS);
            } catch (InterruptedException interrupted) {
                // The service is closed.
                Thread.currentThread().interrupt();
                return gone;
            }
        }
        return gone;
    }

    /** A client has nothing to say while it waits, so what can be read is the end of the connection. */
    private boolean isGone() {
        IStream stream = stream();
        if (stream != null) {
            return stream.isResetOrFailed()
                    || stream.isClosed()
                    || stream.getSession().isClosed();
        }
        try {
            return !channel.getEndPoint().isOpen() || channel.getEndPoint().fill(BufferUtil.allocate(1)) < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private @Nullable IStream stream() {
        return channel.getHttpTransport() instanceof HttpTransportOverHTTP2 second ? second.getStream() : null;
    }

    /** @throws IOException when the client has gone */
    void respond(Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        begin(answer, body);
        response.getOutputStream().write(body);
        response.getOutputStream().close();
    }

    /**
     * Writes the head, which announces the whole body, and half of the body.
     *
     * @throws IOException when the client has gone
     */
    void truncate(Answer answer) throws IOException {
        byte[] body = (answer.body().length() < 2 ? "{}" : answer.body()).getBytes(StandardCharsets.UTF_8);
        begin(answer, body);
        response.getOutputStream().write(Arrays.copyOf(body, body.length / 2));
        response.flushBuffer();
        close();
    }

    private void begin(Answer answer, byte[] body) {
        response.setStatus(answer.status());
        answer.headers().forEach(header -> response.addHeader(header.name(), header.value()));
        response.setDateHeader("Date", System.currentTimeMillis());
        response.setContentLength(body.length);
    }

    /** Closes the connection, whatever was written. */
    void close() {
        end(false);
    }

    /** Resets the connection, whatever was written. */
    void reset() {
        end(true);
    }

    private void end(boolean reset) {
        IStream stream = stream();
        if (stream != null) {
            ErrorCode code = reset ? ErrorCode.INTERNAL_ERROR : ErrorCode.CANCEL_STREAM_ERROR;
            stream.reset(new ResetFrame(stream.getId(), code.code), Callback.NOOP);
        } else if (channel.getEndPoint().getTransport() instanceof SocketChannel socket) {
            try {
                if (reset) {
                    // Without lingering a close is a reset.
                    socket.socket().setSoLinger(true, 0);
                }
                socket.close();
            } catch (IOException closed) {
                // The client was faster.
            }
        }
        channel.abort(new EofException("lost on purpose"));
    }
}
