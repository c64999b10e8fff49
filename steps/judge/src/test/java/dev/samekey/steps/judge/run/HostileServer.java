package dev.samekey.steps.judge.run;

import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Behaviour;
import dev.samekey.testing.RawServer.Received;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

/** Ways in which a target can answer, by name. What is not said otherwise keeps the contract beneath its odd manners. */
final class HostileServer {
    private static final int MEGABYTE = 1024 * 1024;

    private final Map<String, Behaviour> all = new LinkedHashMap<>();
    private final Map<String, String> outcomes = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final CountDownLatch never = new CountDownLatch(1);

    /** @param elsewhere another host, at which nothing should arrive */
    HostileServer(URI elsewhere) {
        silent();
        framed();
        large();
        foreign(elsewhere);
        odd();
        moody();
        limiting();
    }

    /** A server that answers so at the path of each name, and well at its root. */
    RawServer start() {
        return RawServer.doing((request, connection) -> {
            String name = request.line().split("[ /]+", -1)[1];
            Behaviour behaviour = all.get(name);
            if (behaviour == null) {
                write(connection, RawServer.bare("200 OK"));
            } else {
                behaviour.meet(request, connection);
            }
        });
    }

    Set<String> names() {
        return all.keySet();
    }

    private void silent() {
        all.put("never-answers", (request, connection) -> {});
        all.put("a-byte-a-second", (request, connection) -> drip(connection, head("Content-Length: 100"), "x"));
        all.put(
                "a-head-without-end",
                (request, connection) -> drip(connection, "HTTP/1.1 201 Created\r\nX-Long: ", "x"));
        all.put("closes-at-once", (request, connection) -> connection.close());
        all.put("resets", (request, connection) -> reset(connection));
        all.put("closes-in-the-head", (request, connection) -> last(connection, "HTTP/1.1 201 Cre"));
        all.put(
                "closes-half-way",
                (request, connection) -> last(connection, head("Content-Length: 100") + "{\"id\": "));
        all.put("only-interim-answers", (request, connection) -> {
            while (!never.await(50, TimeUnit.MILLISECONDS)) {
                write(connection, "HTTP/1.1 102 Processing\r\n\r\n");
            }
        });
    }

    private void framed() {
        all.put("announces-too-much", (request, connection) -> write(connection, head("Content-Length: 99") + "{}"));
        all.put("announces-too-little", (request, connection) -> {
            String body = outcome(request);
            write(connection, head("Content-Length: 5", marker(request)) + body);
        });
        all.put(
                "announces-two-lengths",
                (request, connection) ->
                        write(connection, head("Content-Length: 2", "Content-Length: 13") + "{\"id\": \"p-1\"}"));
        all.put("announces-less-than-nothing", (request, connection) -> write(connection, head("Content-Length: -1")));
        all.put("announces-no-number", (request, connection) -> write(connection, head("Content-Length: ten") + "{}"));
        all.put(
                "chunks-without-a-size",
                (request, connection) ->
                        write(connection, head("Transfer-Encoding: chunked") + "size\r\n{}\r\n0\r\n\r\n"));
        all.put(
                "a-last-chunk-that-never-comes",
                (request, connection) -> write(connection, head("Transfer-Encoding: chunked") + "2\r\n{}\r\n"));
        all.put("a-body-without-a-length", (request, connection) -> {
            String body = outcome(request);
            last(connection, head(marker(request)) + body);
        });
        all.put("a-trailer-after-the-body", (request, connection) -> {
            String body = outcome(request);
            String chunk = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\nX-Checksum: 1\r\n\r\n";
            write(connection, head("Transfer-Encoding: chunked", marker(request)) + chunk);
        });
        all.put("answers-twice", (request, connection) -> {
            String answer = good(request);
            write(connection, answer + answer);
        });
        all.put("garbage-after-the-answer", (request, connection) -> write(connection, good(request) + "\0\0garbage"));
        all.put("closes-without-saying-so", (request, connection) -> last(connection, good(request)));
    }

    private void large() {
        all.put("a-body-of-200-megabytes", (request, connection) -> {
            write(connection, head("Content-Length: " + 200 * MEGABYTE));
            flood(connection, 200 * MEGABYTE, "x".repeat(MEGABYTE));
        });
        all.put("a-body-without-end", (request, connection) -> {
            write(connection, head("Transfer-Encoding: chunked"));
            flood(connection, Long.MAX_VALUE, "100000\r\n" + "x".repeat(MEGABYTE) + "\r\n");
        });
        all.put("headers-without-end", (request, connection) -> {
            write(connection, "HTTP/1.1 201 Created\r\n");
            flood(connection, Long.MAX_VALUE, ("X-Many: " + "x".repeat(1000) + "\r\n").repeat(1000));
        });
        all.put("one-header-of-10-megabytes", (request, connection) -> {
            write(connection, "HTTP/1.1 201 Created\r\nX-Long: ");
            flood(connection, 10L * MEGABYTE, "x".repeat(MEGABYTE));
            write(connection, "\r\nContent-Length: 0\r\n\r\n");
        });
        byte[] bomb = bomb();
        all.put("a-gzip-bomb", (request, connection) -> {
            write(connection, head("Content-Encoding: gzip", "Content-Length: " + bomb.length));
            connection.getOutputStream().write(bomb);
        });
        all.put(
                "json-nested-without-end",
                (request, connection) -> body(connection, "{\"id\":".repeat(100_000), request));
        all.put("a-number-too-large", (request, connection) -> body(connection, "{\"id\": 1e999999999}", request));
    }

    private void foreign(URI elsewhere) {
        all.put("speaks-another-protocol", (request, connection) -> last(connection, "SSH-2.0-OpenSSH_9.6\r\n"));
        all.put("a-body-without-a-head", (request, connection) -> last(connection, "{\"id\": \"p-1\"}"));
        all.put("speaks-http-9", (request, connection) -> last(connection, "HTTP/9.9 201 Created\r\n\r\n"));
        all.put(
                "a-head-without-a-status",
                (request, connection) -> last(connection, "HTTP/1.1 OK\r\nContent-Length: 0\r\n\r\n"));
        all.put(
                "a-status-of-000",
                (request, connection) -> last(connection, "HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n"));
        all.put(
                "a-status-of-999",
                (request, connection) -> last(connection, "HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n"));
        all.put(
                "speaks-http-2-only",
                (request, connection) ->
                        last(connection, "\0\0\6\4\0\0\0\0\0\0\3\0\0\0d\0\0\10\7\0\0\0\0\0\0\0\0\0\0\0\1"));
        all.put(
                "switches-protocols",
                (request, connection) -> write(
                        connection,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"));
        all.put(
                "redirects-to-itself",
                (request, connection) -> write(
                        connection,
                        RawServer.bare(
                                "302 Found", "Location: " + request.line().split(" ", -1)[1])));
        all.put(
                "redirects-to-another-host",
                (request, connection) -> write(
                        connection, RawServer.bare("307 Temporary Redirect", "Location: " + elsewhere + "/payments")));
        all.put(
                "a-page-in-html-for-json",
                (request, connection) -> write(
                        connection,
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\n\r\n<html>hi</html>"));
        all.put("the-page-of-a-gateway", (request, connection) -> write(connection, gateway()));
        all.put(
                "wants-a-login",
                (request, connection) ->
                        write(connection, RawServer.bare("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"")));
        all.put(
                "refuses-before-it-has-read",
                (request, connection) ->
                        last(connection, RawServer.bare("413 Content Too Large", "Connection: close")));
        all.put("an-empty-success", (request, connection) -> write(connection, RawServer.bare("201 Created")));
    }

    private void odd() {
        all.put("invalid-utf-8", (request, connection) -> {
            byte[] body = "{\"note\": \"\u00ff\", \"id\": \"p-1\"}".getBytes(StandardCharsets.ISO_8859_1);
            outcome(request);
            write(connection, head("Content-Length: " + body.length, marker(request)));
            connection.getOutputStream().write(body);
        });
        all.put("a-byte-order-mark", (request, connection) -> body(connection, "\ufeff{\"id\": \"p-1\"}", request));
        all.put(
                "a-member-twice",
                (request, connection) -> body(connection, "{\"id\": \"p-1\", \"id\": \"p-1\"}", request));
        all.put("headers-twice", (request, connection) -> {
            String answer = good(request);
            write(
                    connection,
                    answer.replace("Idempotency-Status", "Content-Type: application/json\r\nIdempotency-Status"));
        });
        all.put(
                "folded-headers",
                (request, connection) -> write(
                        connection, good(request).replace("\r\nIdempotency", "\r\nX-Folded: a\r\n  b\r\nIdempotency")));
        all.put(
                "lower-case-headers",
                (request, connection) -> write(
                        connection,
                        good(request)
                                .replace("Content-Length", "content-length")
                                .replace("Idem", "iDEM")));
        all.put(
                "hundreds-of-cookies",
                (request, connection) -> write(
                        connection,
                        good(request).replace("\r\nIdem", "\r\nSet-Cookie: a=b; Path=/".repeat(300) + "\r\nIdem")));
        all.put(
                "an-interim-100-first",
                (request, connection) -> write(connection, "HTTP/1.1 100 Continue\r\n\r\n" + good(request)));
        all.put(
                "an-interim-103-first",
                (request, connection) -> write(
                        connection, "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n" + good(request)));
        all.put(
                "a-clock-years-ahead",
                (request, connection) -> write(
                        connection,
                        good(request).replace("\r\nIdem", "\r\nDate: Fri, 01 Jan 2094 00:00:00 GMT\r\nIdem")));
        all.put("slow-but-in-time", (request, connection) -> {
            String answer = good(request);
            var unused = never.await(300, TimeUnit.MILLISECONDS);
            write(connection, answer);
        });
    }

    private void moody() {
        AtomicInteger closing = new AtomicInteger();
        all.put("up-and-down", (request, connection) -> {
            if (closing.getAndIncrement() % 2 == 0) {
                write(connection, good(request));
            } else {
                connection.close();
            }
        });
        AtomicInteger flapping = new AtomicInteger();
        all.put(
                "a-gateway-now-and-then",
                (request, connection) ->
                        write(connection, flapping.getAndIncrement() % 2 == 0 ? good(request) : gateway()));
        AtomicInteger starting = new AtomicInteger();
        all.put(
                "a-slow-start",
                (request, connection) -> write(connection, starting.getAndIncrement() < 1 ? gateway() : good(request)));
        AtomicInteger busy = new AtomicInteger();
        all.put("resets-under-load", (request, connection) -> {
            boolean loaded = busy.incrementAndGet() > 5;
            var unused = never.await(100, TimeUnit.MILLISECONDS);
            if (loaded) {
                reset(connection);
            } else {
                write(connection, good(request));
            }
            busy.decrementAndGet();
        });
    }

    private void limiting() {
        AtomicInteger sent = new AtomicInteger();
        all.put(
                "limits-the-rate-until-it-is-left-in-peace",
                (request, connection) -> write(
                        connection,
                        sent.getAndIncrement() == 0
                                ? RawServer.bare("429 Too Many Requests", "Retry-After: 1")
                                : good(request)));
        all.put(
                "limits-the-rate",
                (request, connection) -> write(connection, RawServer.bare("429 Too Many Requests", "Retry-After: 1")));
        all.put(
                "limits-the-rate-for-an-hour",
                (request, connection) ->
                        write(connection, RawServer.bare("429 Too Many Requests", "Retry-After: 3600")));
        all.put(
                "limits-the-rate-and-says-no-number",
                (request, connection) ->
                        write(connection, RawServer.bare("429 Too Many Requests", "Retry-After: soon")));
    }

    /** The answer of a server that keeps the contract. */
    private String good(Received request) {
        String body = outcome(request);
        return head("Content-Length: " + body.length(), marker(request)) + body;
    }

    private void body(Socket connection, String body, Received request) throws IOException {
        outcome(request);
        write(
                connection,
                head("Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length, marker(request)) + body);
    }

    /** What is stored under the key; the first request makes it. */
    private String outcome(Received request) {
        String key = String.join("", request.header("Idempotency-Key"));
        return outcomes.computeIfAbsent(key, unused -> "{\"id\": \"p-" + outcomes.size() + "\"}");
    }

    private String marker(Received request) {
        String key = String.join("", request.header("Idempotency-Key"));
        boolean first =
                asked.computeIfAbsent(key, unused -> new AtomicInteger()).getAndIncrement() == 0;
        return "Idempotency-Status: " + (first ? "stored" : "replayed");
    }

    private static String head(String... headers) {
        return "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
    }

    private static String gateway() {
        return "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\nContent-Length: 15\r\n\r\n<html>no</html>";
    }

    private static void write(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        connection.getOutputStream().flush();
    }

    private static void last(Socket connection, String text) throws IOException {
        write(connection, text);
        connection.close();
    }

    private static void reset(Socket connection) throws IOException {
        connection.setSoLinger(true, 0);
        connection.close();
    }

    private void drip(Socket connection, String head, String piece) throws IOException, InterruptedException {
        write(connection, head);
        while (!never.await(200, TimeUnit.MILLISECONDS)) {
            write(connection, piece);
        }
    }

    private static void flood(Socket connection, long most, String piece) throws IOException {
        OutputStream out = connection.getOutputStream();
        byte[] bytes = piece.getBytes(StandardCharsets.ISO_8859_1);
        for (long sent = 0; sent < most; sent += bytes.length) {
            out.write(bytes);
        }
    }

    /** 200 megabytes of zeros, packed into 200 kilobytes. */
    private static byte[] bomb() {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            byte[] zeros = new byte[MEGABYTE];
            for (int i = 0; i < 200; i++) {
                gzip.write(zeros);
            }
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return packed.toByteArray();
    }
}
