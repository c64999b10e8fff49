package dev.samekey.client;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A service that answers each request as the test says, counts what arrives, and knows no library that could hide it. */
public final class TestService implements AutoCloseable {
    private final ServerSocket listener;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile Answer otherwise = Answer.of(201);

    public TestService() {
        try {
            listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        inBackground(this::accept);
    }

    /** What arrived. Headers are by their names in small letters. */
    public record Received(String line, Map<String, String> headers, String body, long nanos) {
        public String key() {
            return headers.getOrDefault("idempotency-key", "");
        }
    }

    /** What is answered: the bytes of a response, after which the connection may end. */
    public record Answer(String bytes, End end) {
        public static final Answer SILENCE = new Answer("", End.SILENT);
        public static final Answer RESET = new Answer("", End.RESET);
        public static final Answer CLOSED = new Answer("", End.CLOSED);
        public static final Answer TRUNCATED =
                new Answer("HTTP/1.1 201 Created\r\nContent-Length: 99\r\n\r\n{", End.CLOSED);
        public static final Answer STALLED =
                new Answer("HTTP/1.1 201 Created\r\nContent-Length: 99\r\n\r\n{", End.SILENT);

        public static Answer of(int status) {
            return of(status, "", "{\"status\":\"completed\"}");
        }

        static Answer code(int status, String code) {
            return of(status, "", "{\"code\":\"" + code + "\"}");
        }

        static Answer retryAfter(int status, String value) {
            return of(status, "Retry-After: " + value + "\r\n", "{}");
        }

        private static Answer of(int status, String headers, String body) {
            String head = "HTTP/1.1 " + status + " Status\r\n" + headers + "Content-Length: " + body.length();
            return new Answer(head + "\r\n\r\n" + body, End.OPEN);
        }

        @Override
        public String toString() {
            return end + " " + bytes.lines().findFirst().orElse("");
        }
    }

    public enum End {
        OPEN,
        CLOSED,
        RESET,
        SILENT
    }

    /** Answers the next requests so, and all further ones by 201. */
    public TestService answering(Answer... next) {
        answers.addAll(List.of(next));
        return this;
    }

    public TestService always(Answer answer) {
        otherwise = answer;
        return this;
    }

    public String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    public List<Received> received() {
        return received;
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            Socket socket = listener.accept();
            inBackground(() -> serve(socket));
        }
    }

    private void serve(Socket socket) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream();
        while (true) {
            received.add(request(in));
            Answer next = answers.poll();
            Answer answer = next == null ? otherwise : next;
            out.write(answer.bytes().getBytes(StandardCharsets.UTF_8));
            switch (answer.end()) {
                case OPEN, SILENT -> out.flush();
                case CLOSED -> socket.close();
                case RESET -> {
                    socket.setSoLinger(true, 0);
                    socket.close();
                }
            }
        }
    }

    private static Received request(InputStream in) throws IOException {
        String line = line(in);
        Map<String, String> headers = new TreeMap<>();
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Received(line, headers, new String(body, StandardCharsets.UTF_8), System.nanoTime());
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    private static void inBackground(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException over) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }
}
