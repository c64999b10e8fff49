package dev.samekey.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.jspecify.annotations.Nullable;

/** A server on a bare socket, that counts request heads as they arrive, and handles each request as the test says. */
public final class RawServer implements AutoCloseable {
    private final ServerSocket socket;
    private final @Nullable String greeting;
    private final Behaviour behaviour;
    private final List<Received> received = new ArrayList<>();
    private final List<Socket> connections = new ArrayList<>();

    private RawServer(ServerSocket socket, @Nullable String greeting, Behaviour behaviour) {
        this.socket = socket;
        this.greeting = greeting;
        this.behaviour = behaviour;
    }

    /** What becomes of a request that was read whole. */
    public interface Behaviour {
        void meet(Received request, Socket connection) throws IOException, InterruptedException;
    }

    /** A request as its bytes arrived. */
    public record Received(String head, String body) {
        /** The request line. */
        public String line() {
            return head.lines().findFirst().orElse("");
        }

        /** The values of all header lines of that name. */
        public List<String> header(String name) {
            return head.lines()
                    .skip(1)
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .toList();
        }
    }

    public static RawServer doing(Behaviour behaviour) {
        return listening(ServerSocketFactory.getDefault(), null, behaviour, socket -> {});
    }

    /**
     * One behind TLS.
     *
     * @param wantsClient whether a client must show a certificate
     */
    public static RawServer secure(SSLContext tls, boolean wantsClient, Behaviour behaviour) {
        return listening(
                tls.getServerSocketFactory(),
                null,
                behaviour,
                socket -> ((SSLServerSocket) socket).setNeedClientAuth(wantsClient));
    }

    private static RawServer listening(
            ServerSocketFactory factory,
            @Nullable String greeting,
            Behaviour behaviour,
            Consumer<ServerSocket> finish) {
        try {
            ServerSocket socket = factory.createServerSocket(0, 500, InetAddress.getLoopbackAddress());
            finish.accept(socket);
            RawServer server = new RawServer(socket, greeting, behaviour);
            server.start(server::accept);
            return server;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public static RawServer answering(String answer) {
        return answering(answer.getBytes(StandardCharsets.UTF_8));
    }

    public static RawServer answering(byte[] answer) {
        return doing((request, connection) -> {
            connection.getOutputStream().write(answer);
            connection.getOutputStream().flush();
        });
    }

    public static RawServer closing() {
        return doing((request, connection) -> connection.close());
    }

    public static RawServer resetting() {
        return doing((request, connection) -> {
            connection.setSoLinger(true, 0);
            connection.close();
        });
    }

    /** One that reads and never says a word. */
    public static RawServer silent() {
        return doing((request, connection) -> {});
    }

    /** One that sends this on each connection, whatever it receives, and nothing after it. */
    public static RawServer silentFrom(String first) {
        return listening(ServerSocketFactory.getDefault(), first, (request, connection) -> {}, socket -> {});
    }

    /** A proxy that leads to that server, whatever host a client asks for. */
    public static RawServer tunnelling(RawServer server) {
        return doing((request, connection) -> {
            try (Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server.socket.getLocalPort())) {
                connection.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                Thread back = new Thread(() -> pass(upstream, connection), "raw-tunnel");
                back.setDaemon(true);
                back.start();
                pass(connection, upstream);
            }
        });
    }

    private static void pass(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.close();
        } catch (IOException over) {
            // One of both has gone.
        }
    }

    /** One that answers with a head and then a piece again and again, until it is closed. */
    public static RawServer dripping(String head, String piece) {
        CountDownLatch never = new CountDownLatch(1);
        return doing((request, connection) -> {
            OutputStream out = connection.getOutputStream();
            out.write(head.getBytes(StandardCharsets.UTF_8));
            while (!never.await(20, TimeUnit.MILLISECONDS)) {
                out.write(piece.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        });
    }

    /** An answer without a body. */
    public static String bare(String statusLine, String... headers) {
        return "HTTP/1.1 " + statusLine + "\r\n"
                + String.join("", List.of(headers).stream().map(h -> h + "\r\n").toList())
                + "Content-Length: 0\r\n\r\n";
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    /** How many request heads have come. */
    public int requests() {
        return received().size();
    }

    /** Without their bodies where those have not come whole. */
    public List<Received> received() {
        synchronized (received) {
            return List.copyOf(received);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        synchronized (connections) {
            for (Socket connection : connections) {
                connection.close();
            }
        }
    }

    private void start(Runnable work) {
        Thread thread = new Thread(work, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                synchronized (connections) {
                    connections.add(connection);
                }
                start(() -> serve(connection));
            }
        } catch (IOException over) {
            // The server was closed.
        }
    }

    private void serve(Socket connection) {
        try {
            if (greeting != null) {
                connection.getOutputStream().write(greeting.getBytes(StandardCharsets.UTF_8));
            }
            InputStream in = connection.getInputStream();
            String head = head(in);
            while (!head.isEmpty()) {
                int place = note(new Received(head, ""));
                Received whole = new Received(head, body(in, head));
                synchronized (received) {
                    received.set(place, whole);
                }
                behaviour.meet(whole, connection);
                head = connection.isClosed() ? "" : head(in);
            }
        } catch (IOException gone) {
            // The caller went away, or the behaviour cut the connection.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private int note(Received request) {
        synchronized (received) {
            received.add(request);
            return received.size() - 1;
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int next = in.read();
        while (next >= 0) {
            head.write(next);
            if (head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                return head.toString(StandardCharsets.ISO_8859_1);
            }
            next = in.read();
        }
        return "";
    }

    private static String body(InputStream in, String head) throws IOException {
        int length = new Received(head, "")
                .header("Content-Length").stream().mapToInt(Integer::parseInt).sum();
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
