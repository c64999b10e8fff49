package dev.samekey.steps.drive.path;

import dev.samekey.oracles.wait.Await;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** A caller before a device: it sends each request once, and reads what comes back as it is. */
public final class PathCaller implements AutoCloseable {
    private static final int CONTINUE_MILLIS = 1000;
    private static final Duration GAP = Duration.ofMillis(300);

    private final URI front;
    private final Duration limit;
    private @Nullable Socket kept;

    /** @param limit for each wait */
    public PathCaller(URI front, Duration limit) {
        this.front = front;
        this.limit = limit;
    }

    /**
     * The response to a request, or why there is none.
     *
     * @param response null where there is none
     * @param failure why there is none; empty where there is one
     * @param took from the send to the response or the failure
     */
    public record Reply(@Nullable Message response, String failure, Duration took) {}

    /** Sends a request on a new connection, or on the one that the request before has left open. */
    public Reply send(PathRequest request, boolean onKept) {
        long start = System.nanoTime();
        try {
            Socket connection = onKept && kept != null ? kept : open();
            kept = connection;
            Message response = exchange(request, connection);
            return new Reply(response, "", since(start));
        } catch (SocketTimeoutException late) {
            close();
            return new Reply(null, "no response within " + limit.toSeconds() + " s", since(start));
        } catch (IOException failure) {
            close();
            return new Reply(null, "the connection ended without a response", since(start));
        }
    }

    private Socket open() throws IOException {
        close();
        boolean isSecure = "https".equalsIgnoreCase(front.getScheme());
        int port = front.getPort() < 0 ? (isSecure ? 443 : 80) : front.getPort();
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(front.getHost(), port), (int) limit.toMillis());
        Socket open = isSecure
                ? ((SSLSocketFactory) SSLSocketFactory.getDefault()).createSocket(socket, front.getHost(), port, true)
                : socket;
        open.setTcpNoDelay(true);
        open.setSoTimeout((int) limit.toMillis());
        return open;
    }

    private Message exchange(PathRequest request, Socket connection) throws IOException {
        OutputStream out = connection.getOutputStream();
        InputStream in = new BufferedInputStream(connection.getInputStream());
        byte[] head = request.head();
        byte[] body = request.bodyBytes();
        if (request.shape() == PathRequest.Shape.TWO_WRITES) {
            out.write(head);
            out.flush();
            Await.pause("the body of a request that is written in two parts", GAP);
            out.write(body);
        } else if (request.shape() == PathRequest.Shape.EXPECT) {
            out.write(head);
            out.flush();
            Optional<Message> early = untilContinue(in, connection);
            if (early.isPresent()) {
                return early.get();
            }
            out.write(body);
        } else {
            byte[] whole = new byte[head.length + body.length];
            System.arraycopy(head, 0, whole, 0, head.length);
            System.arraycopy(body, 0, whole, head.length, body.length);
            out.write(whole);
        }
        out.flush();
        return response(in);
    }

    /** Waits for a moment for 100; a final response that comes first is the response (RFC 9110, section 10.1.1). */
    private Optional<Message> untilContinue(InputStream in, Socket connection) throws IOException {
        connection.setSoTimeout(CONTINUE_MILLIS);
        try {
            List<String> lines = Message.head(in).orElseThrow(() -> new IOException("closed"));
            connection.setSoTimeout((int) limit.toMillis());
            Message first = new Message(lines, "", true);
            return first.status() == 100 ? Optional.empty() : Optional.of(Message.of(lines, in, true));
        } catch (SocketTimeoutException none) {
            return Optional.empty();
        } finally {
            connection.setSoTimeout((int) limit.toMillis());
        }
    }

    /** The first that is final. */
    private static Message response(InputStream in) throws IOException {
        List<String> lines = Message.head(in).orElseThrow(() -> new IOException("closed"));
        Message head = new Message(lines, "", true);
        if (head.status() >= 100 && head.status() < 200) {
            return response(in);
        }
        if (head.status() == 204 || head.status() == 304) {
            return head;
        }
        return Message.of(lines, in, true);
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Override
    public void close() {
        Socket open = kept;
        kept = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException closed) {
                // There is nothing more to close.
                return;
            }
        }
    }
}
