package dev.samekey.device;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A request or a response of HTTP/1.1 (RFC 9112).
 *
 * @param start the first line
 * @param headers the lines of its headers, in their order
 * @param body one character for each byte, without the frames of chunks
 * @param isWhole whether its end was seen
 */
public record HttpMessage(String start, List<String> headers, String body, boolean isWhole) {
    /** A request with a longer head gets 431, and one with a longer body 413: what is held in memory has a bound. */
    static final int LONGEST_HEAD = 64 * 1024;

    static final int LONGEST_BODY = 16 * 1024 * 1024;

    /** Each hop makes these anew. */
    private static final List<String> OF_THE_FRAME =
            List.of("Content-Length", "Transfer-Encoding", "Trailer", "Connection", "Expect");

    public HttpMessage {
        headers = List.copyOf(headers);
    }

    /** A response without a body. */
    public static HttpMessage response(int status, String... headers) {
        return new HttpMessage("HTTP/1.1 " + status + " Own", List.of(headers), "", true);
    }

    /** Of a response. */
    public int status() {
        return Integer.parseInt(start.substring(9, 12));
    }

    /** Of a request. */
    public String method() {
        return start.split(" ", 2)[0];
    }

    /** The first value of a header. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(line -> isOf(name, line))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst();
    }

    private static boolean isOf(String name, String line) {
        return line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":");
    }

    /** The same with another first line. */
    public HttpMessage starting(String other) {
        return new HttpMessage(other, headers, body, isWhole);
    }

    /** The same with another body, whose end was seen. */
    public HttpMessage saying(String other) {
        return new HttpMessage(start, headers, other, true);
    }

    /** The same with one more line among its headers. */
    public HttpMessage with(String header) {
        return having(Stream.concat(headers.stream(), Stream.of(header)));
    }

    /** The same without a header. */
    public HttpMessage without(String name) {
        return having(headers.stream().filter(line -> !isOf(name, line)));
    }

    /** The same with each line of its headers changed. */
    public HttpMessage withEach(UnaryOperator<String> change) {
        return having(headers.stream().map(change));
    }

    private HttpMessage having(Stream<String> lines) {
        return new HttpMessage(start, lines.toList(), body, isWhole);
    }

    /** As it is written where the length of its body is said. */
    public byte[] bytes() {
        return bytes("Content-Length: " + body.length(), body);
    }

    /**
     * As it is written in another frame.
     *
     * @param frame the header that says it
     * @param framed the body in it
     */
    public byte[] bytes(String frame, String framed) {
        List<String> lines = new ArrayList<>(List.of(start));
        headers.stream()
                .filter(line -> OF_THE_FRAME.stream().noneMatch(name -> isOf(name, line)))
                .forEach(lines::add);
        lines.add(frame);
        return (String.join("\r\n", lines) + "\r\n\r\n" + framed).getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Reads a first line and headers.
     *
     * @throws EOFException when the connection ends before their end
     */
    static HttpMessage head(InputStream in) throws IOException {
        String start = line(in);
        List<String> headers = new ArrayList<>();
        int length = start.length();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            headers.add(line);
            length += line.length();
            if (length > LONGEST_HEAD) {
                throw new TooLong(431);
            }
        }
        return new HttpMessage(start, headers, "", true);
    }

    /** This head with its body. Where nothing says how long it is, there is none. */
    HttpMessage readBody(InputStream in) throws IOException {
        if (header("Transfer-Encoding").isPresent()) {
            return readChunks(in);
        }
        String said = header("Content-Length").orElse("0");
        if (!said.matches("[0-9]{1,9}") || Integer.parseInt(said) > LONGEST_BODY) {
            throw new TooLong(413);
        }
        byte[] read = in.readNBytes(Integer.parseInt(said));
        return new HttpMessage(
                start, headers, new String(read, StandardCharsets.ISO_8859_1), read.length == Integer.parseInt(said));
    }

    /** Trailers stay here. */
    private HttpMessage readChunks(InputStream in) throws IOException {
        StringBuilder read = new StringBuilder();
        try {
            for (int size = size(in); size > 0; size = size(in)) {
                read.append(new String(in.readNBytes(size), StandardCharsets.ISO_8859_1));
                String unused = line(in);
                if (read.length() > LONGEST_BODY) {
                    throw new TooLong(413);
                }
            }
            String trailer = line(in);
            while (!trailer.isEmpty()) {
                trailer = line(in);
            }
            return new HttpMessage(start, headers, read.toString(), true);
        } catch (EOFException ended) {
            return new HttpMessage(start, headers, read.toString(), false);
        }
    }

    /** Of the next chunk; 0 is the last. */
    private static int size(InputStream in) throws IOException {
        String size = line(in).replaceFirst(";.*", "").strip();
        if (!size.matches("[0-9a-fA-F]{1,6}")) {
            throw new EOFException("no size of a chunk");
        }
        return Integer.parseInt(size, 16);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection has ended");
            }
            line.append((char) next);
            if (line.length() > LONGEST_HEAD) {
                throw new TooLong(431);
            }
        }
        return line.toString().strip();
    }

    /** What is longer than this device takes. */
    static final class TooLong extends IOException {
        private final int status;

        TooLong(int status) {
            super("too long: " + status);
            this.status = status;
        }

        int status() {
            return status;
        }
    }
}
