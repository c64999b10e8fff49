package dev.samekey.steps.drive.path;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A request or a response of HTTP/1.1 as its bytes arrived (RFC 9112).
 *
 * @param lines the start line, and the header lines in their order
 * @param body one character for each byte, without the frames of chunks
 * @param isWhole whether its end was seen: the length that it says, the last chunk, or the end of a connection where neither
 *     is said
 */
public record Message(List<String> lines, String body, boolean isWhole) {
    private static final int LONGEST_HEAD = 256 * 1024;
    private static final int LONGEST_BODY = 8 * 1024 * 1024;

    public Message {
        lines = List.copyOf(lines);
    }

    /** Method and path of a request, status of a response. */
    public String start() {
        return lines.isEmpty() ? "" : lines.get(0);
    }

    /** Of a response; 0 where it has none. */
    public int status() {
        String[] words = start().split(" ", 3);
        return words.length > 1 && words[1].matches("[0-9]{3}") ? Integer.parseInt(words[1]) : 0;
    }

    /** The values of all lines of a header. */
    public List<String> header(String name) {
        String begin = name.toLowerCase(Locale.ROOT) + ":";
        return lines.stream()
                .skip(1)
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(begin))
                .map(line -> line.substring(begin.length()).strip())
                .toList();
    }

    /**
     * Reads the lines up to the first empty one.
     *
     * @return nothing where the connection ends before the first byte
     */
    public static Optional<List<String>> head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        String text = "";
        while (!text.endsWith("\r\n\r\n") && !text.endsWith("\n\n")) {
            int next = in.read();
            if (next < 0) {
                if (head.size() == 0) {
                    return Optional.empty();
                }
                throw new EOFException("the connection ended within a head");
            }
            head.write(next);
            if (head.size() > LONGEST_HEAD) {
                throw new IOException("the head has more than " + LONGEST_HEAD + " bytes");
            }
            // Only the end of a line can be the end of the head.
            text = next == '\n' ? head.toString(StandardCharsets.ISO_8859_1) : "";
        }
        return Optional.of(text.strip().lines().toList());
    }

    /** The message with its body. */
    public static Message of(List<String> lines, InputStream in, boolean endsWithTheConnection) throws IOException {
        Message head = new Message(lines, "", true);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean isWhole;
        if (head.header("Transfer-Encoding").stream()
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("chunked"))) {
            isWhole = chunks(in, body);
        } else if (!head.header("Content-Length").isEmpty()) {
            String length = head.header("Content-Length").get(0);
            int wanted = length.matches("[0-9]{1,9}") ? Math.min(Integer.parseInt(length), LONGEST_BODY) : 0;
            body.write(in.readNBytes(wanted));
            isWhole = body.size() == wanted;
        } else {
            if (endsWithTheConnection) {
                body.write(in.readNBytes(LONGEST_BODY));
            }
            isWhole = true;
        }
        return new Message(lines, body.toString(StandardCharsets.ISO_8859_1), isWhole);
    }

    private static boolean chunks(InputStream in, ByteArrayOutputStream body) throws IOException {
        while (body.size() < LONGEST_BODY) {
            String size = line(in).replaceFirst(";.*", "").strip();
            if (!size.matches("[0-9a-fA-F]{1,7}")) {
                return false;
            }
            int wanted = Integer.parseInt(size, 16);
            byte[] chunk = in.readNBytes(wanted);
            body.write(chunk);
            if (chunk.length < wanted) {
                return false;
            }
            if (wanted == 0) {
                return trailers(in);
            }
            line(in);
        }
        return false;
    }

    private static boolean trailers(InputStream in) throws IOException {
        String trailer = line(in);
        while (!trailer.isEmpty()) {
            trailer = line(in);
        }
        return true;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = in.read();
        while (next >= 0 && next != '\n' && line.length() < LONGEST_HEAD) {
            if (next != '\r') {
                line.append((char) next);
            }
            next = in.read();
        }
        return line.toString();
    }
}
