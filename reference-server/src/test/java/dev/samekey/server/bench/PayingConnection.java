package dev.samekey.server.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;

/**
 * One client on one connection that it keeps. It shares the processors with the server that it measures, and what it
 * spends itself would make the guard look cheaper than it is; so it does next to nothing.
 */
final class PayingConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;

    private final Socket socket;
    private final InputStream answers;

    PayingConnection(String url) throws IOException {
        URI server = URI.create(url);
        this.socket = new Socket(server.getHost(), server.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        this.answers = new BufferedInputStream(socket.getInputStream());
    }

    /** One payment under a key of its own. */
    void pay() throws IOException {
        String body = """
                {"amount":1000,"currency":"EUR","payer":"p1","payee":"m1","reference":"bench"}""";
        String request = "POST /payments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer alice-token\r\n"
                + "Idempotency-Key: " + UUID.randomUUID() + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String status = line();
        answers.skipNBytes(lengthInHeaders());
        if (!status.startsWith("HTTP/1.1 201")) {
            throw new IOException("a payment was answered with " + status);
        }
    }

    private int lengthInHeaders() throws IOException {
        int length = -1;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
        }
        if (length < 0) {
            throw new IOException("an answer without a Content-Length");
        }
        return length;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int next = answers.read(); next != '\n'; next = answers.read()) {
            if (next < 0) {
                throw new EOFException("the server hung up");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
