package dev.samekey.testing;

import dev.samekey.testing.RawServer.Received;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http2.hpack.HPackDecoder;

/**
 * A server that speaks HTTP/2 and nothing else, frame by frame (RFC 9113). It counts streams as their heads arrive, and
 * handles each request as the test says. Whoever begins in another way is cut off.
 */
public final class RawH2Server implements AutoCloseable {
    public static final int REFUSED_STREAM = 7;
    public static final int INTERNAL_ERROR = 2;

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private final ServerSocket socket;
    private final Behaviour behaviour;
    private final List<Received> received = new ArrayList<>();
    private final List<Socket> connections = new ArrayList<>();
    private final Map<Integer, List<String>> arrived = new HashMap<>();
    private int turnedAway;

    private RawH2Server(ServerSocket socket, Behaviour behaviour) {
        this.socket = socket;
        this.behaviour = behaviour;
    }

    /** What becomes of a request that was read whole. */
    public interface Behaviour {
        void meet(Received request, Stream stream) throws IOException, InterruptedException;
    }

    public static RawH2Server doing(Behaviour behaviour) {
        return listening(ServerSocketFactory.getDefault(), behaviour, unused -> {});
    }

    /** One behind TLS that agrees on one of these protocols by ALPN. */
    public static RawH2Server secure(SSLContext tls, List<String> protocols, Behaviour behaviour) {
        return listening(tls.getServerSocketFactory(), behaviour, socket -> {
            SSLParameters parameters = ((SSLServerSocket) socket).getSSLParameters();
            parameters.setApplicationProtocols(protocols.toArray(String[]::new));
            ((SSLServerSocket) socket).setSSLParameters(parameters);
        });
    }

    /** One that answers with what a server of HTTP/1.1 would write. */
    public static RawH2Server answering(String answer) {
        return doing((request, stream) -> stream.answer(answer));
    }

    private static RawH2Server listening(
            ServerSocketFactory factory, Behaviour behaviour, Consumer<ServerSocket> finish) {
        try {
            ServerSocket socket = factory.createServerSocket(0, 500, InetAddress.getLoopbackAddress());
            finish.accept(socket);
            RawH2Server server = new RawH2Server(socket, behaviour);
            start(server::accept);
            return server;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    /** How many streams have begun. */
    public int requests() {
        synchronized (received) {
            return received.size();
        }
    }

    /** Without their bodies where those have not come whole. */
    public List<Received> received() {
        synchronized (received) {
            return List.copyOf(received);
        }
    }

    /** By connection, what arrived of the bodies: the number of bytes of each piece, and «end» for the end of a stream. */
    public Map<Integer, List<String>> arrived() {
        synchronized (received) {
            return Map.copyOf(arrived);
        }
    }

    public int connections() {
        synchronized (connections) {
            return connections.size();
        }
    }

    /** How many connections began in another way than HTTP/2 does. */
    public int turnedAway() {
        synchronized (connections) {
            return turnedAway;
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

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "raw-h2-server");
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

    private void serve(Socket socket) {
        try (Connection connection = new Connection(socket)) {
            connection.serve();
        } catch (IOException | HttpException gone) {
            // The caller went away, or the behaviour cut the connection.
        }
    }

    private final class Connection implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;
        private final DataOutputStream out;
        private final HPackDecoder decoder = new HPackDecoder(4096, StandardCharsets.ISO_8859_1);
        private final Map<Integer, Integer> places = new HashMap<>();
        private final Map<Integer, ByteArrayOutputStream> bodies = new HashMap<>();

        Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new DataInputStream(socket.getInputStream());
            this.out = new DataOutputStream(socket.getOutputStream());
        }

        void serve() throws IOException, HttpException {
            String begin = new String(in.readNBytes(PREFACE.length()), StandardCharsets.US_ASCII);
            if (PREFACE.startsWith(begin) && !begin.equals(PREFACE)) {
                // The client has gone before it had said all of it.
                return;
            }
            if (!begin.equals(PREFACE)) {
                synchronized (connections) {
                    turnedAway++;
                }
                return;
            }
            write(SETTINGS, 0, 0, new byte[0]);
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            int headFlags = 0;
            while (true) {
                int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
                int type = in.readUnsignedByte();
                int flags = in.readUnsignedByte();
                int stream = in.readInt();
                byte[] payload = in.readNBytes(length);
                if (type == SETTINGS && (flags & 1) == 0) {
                    write(SETTINGS, 1, 0, new byte[0]);
                } else if (type == PING && (flags & 1) == 0) {
                    write(PING, 1, 0, payload);
                } else if (type == HEADERS || type == CONTINUATION) {
                    headFlags |= flags;
                    head.write(type == HEADERS ? plain(payload, flags) : payload);
                    if ((flags & END_HEADERS) != 0) {
                        begun(stream, head.toByteArray(), (headFlags & END_STREAM) != 0);
                        head.reset();
                        headFlags = 0;
                    }
                } else if (type == DATA) {
                    data(stream, payload, (flags & END_STREAM) != 0);
                }
            }
        }

        /** Without its padding and its priority. */
        private byte[] plain(byte[] payload, int flags) {
            int from = ((flags & 8) != 0 ? 1 : 0) + ((flags & 32) != 0 ? 5 : 0);
            int padding = (flags & 8) != 0 ? payload[0] & 0xff : 0;
            return Arrays.copyOfRange(payload, from, payload.length - padding);
        }

        private void begun(int stream, byte[] block, boolean whole) throws IOException, HttpException {
            Map<String, String> pseudo = new HashMap<>();
            List<String> lines = new ArrayList<>();
            decoder.decodeHeaders(ByteBuffer.wrap(block)).forEach(header -> {
                if (header.getName().startsWith(":")) {
                    pseudo.put(header.getName(), header.getValue());
                } else {
                    lines.add(header.getName() + ": " + header.getValue());
                }
            });
            String line = pseudo.get(":method") + " " + pseudo.get(":path") + " HTTP/2";
            synchronized (received) {
                places.put(stream, received.size());
                received.add(new Received(line + "\r\n" + String.join("\r\n", lines), ""));
            }
            bodies.put(stream, new ByteArrayOutputStream());
            if (whole) {
                ended(stream);
            }
        }

        private void data(int stream, byte[] payload, boolean last) throws IOException {
            Objects.requireNonNull(bodies.get(stream)).write(payload);
            synchronized (received) {
                if (payload.length > 0) {
                    arrived(String.valueOf(payload.length));
                }
            }
            if (payload.length > 0) {
                byte[] more = ByteBuffer.allocate(4).putInt(payload.length).array();
                write(WINDOW_UPDATE, 0, 0, more);
                write(WINDOW_UPDATE, 0, stream, more);
            }
            if (last) {
                ended(stream);
            }
        }

        private void arrived(String what) {
            arrived.computeIfAbsent(socket.getPort(), port -> new ArrayList<>()).add(what);
        }

        private void ended(int number) {
            Received whole;
            synchronized (received) {
                arrived("end");
                int place = Objects.requireNonNull(places.get(number));
                whole = new Received(
                        received.get(place).head(),
                        Objects.requireNonNull(bodies.get(number)).toString(StandardCharsets.UTF_8));
                received.set(place, whole);
            }
            start(() -> {
                try {
                    behaviour.meet(whole, new Stream(this, number));
                } catch (IOException gone) {
                    // The caller went away.
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        private synchronized void write(int type, int flags, int stream, byte[] payload) throws IOException {
            out.writeByte(payload.length >> 16);
            out.writeShort(payload.length & 0xffff);
            out.writeByte(type);
            out.writeByte(flags);
            out.writeInt(stream);
            out.write(payload);
            out.flush();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** One request that waits for its answer. */
    public static final class Stream {
        private final Connection connection;
        private final int number;

        Stream(Connection connection, int number) {
            this.connection = connection;
            this.number = number;
        }

        /** Answers with what a server of HTTP/1.1 would write. */
        public void answer(String text) throws IOException {
            String body = head(text);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            connection.write(DATA, END_STREAM, number, bytes);
        }

        /** Sends the head of such an answer; gives the body. */
        public String head(String text) throws IOException {
            int end = text.indexOf("\r\n\r\n");
            List<String> lines = text.substring(0, end).lines().collect(Collectors.toList());
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            literal(block, ":status", lines.remove(0).split(" ", 3)[1]);
            for (String line : lines) {
                String[] sides = line.split(":", 2);
                literal(block, sides[0].toLowerCase(Locale.ROOT), sides[1].strip());
            }
            connection.write(HEADERS, END_HEADERS, number, block.toByteArray());
            return text.substring(end + 4);
        }

        /** Sends a piece of a body that has not ended. */
        public void piece(String text) throws IOException {
            connection.write(DATA, 0, number, text.getBytes(StandardCharsets.UTF_8));
        }

        /** Ends this stream alone. */
        public void reset(int reason) throws IOException {
            connection.write(
                    RESET, 0, number, ByteBuffer.allocate(4).putInt(reason).array());
        }

        /** Says that no stream of the connection was worked on, and closes it. */
        public void goAway() throws IOException {
            connection.write(GOAWAY, 0, 0, new byte[8]);
            connection.close();
        }

        public void close() throws IOException {
            connection.close();
        }

        /** Literal header field without indexing (RFC 7541, section 6.2.2). */
        private static void literal(ByteArrayOutputStream block, String name, String value) {
            block.write(0);
            text(block, name);
            text(block, value);
        }

        private static void text(ByteArrayOutputStream block, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            if (bytes.length >= 127) {
                throw new IllegalArgumentException("too long for this server: " + text);
            }
            block.write(bytes.length);
            block.writeBytes(bytes);
        }
    }
}
