package dev.samekey.steps.drive.http;

import dev.samekey.steps.model.net.WireProtocol;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request as it will go out, but for the replica that it goes to.
 *
 * @param origin identifies the request for its maker, however it was changed since; it is not sent
 */
public record Request(
        String method,
        String path,
        List<Header> headers,
        @Nullable Content content,
        @Nullable Object origin) {
    private static final String PUBLISH = "PUBLISH";
    private static final Pattern SPECIAL = Pattern.compile("[\"`\\\\]|\\$(?![A-Za-z_])");

    public Request {
        headers = List.copyOf(headers);
    }

    /** One that nobody has to know again, with a text as its body. */
    public Request(String method, String path, List<Header> headers, @Nullable String body) {
        this(method, path, headers, body == null ? null : new Content.Text(body), null);
    }

    /** The same request with this origin. */
    public Request from(Object maker) {
        return new Request(method, path, headers, content, maker);
    }

    /** The same request to another path. */
    public Request to(String other) {
        return new Request(method, other, headers, content, origin);
    }

    /** With this header beside those that it has, one of that name among them. */
    public Request and(Header header) {
        List<Header> more = new ArrayList<>(headers);
        more.add(header);
        return new Request(method, path, more, content, origin);
    }

    /** What is published to a subject of a broker, in place of a request; the method says so. */
    public Request published(String subject) {
        return new Request(PUBLISH, subject.startsWith("/") ? subject : "/" + subject, headers, content, origin);
    }

    public boolean isPublished() {
        return method.equals(PUBLISH);
    }

    /** Where it is published. */
    String subject() {
        return path.substring(1);
    }

    /** With this header, in place of any other of that name; without it where the value is null. */
    public Request with(String name, @Nullable String value) {
        List<Header> changed = new ArrayList<>(headers);
        changed.removeIf(header -> header.name().equalsIgnoreCase(name));
        if (value != null) {
            changed.add(new Header(name, value));
        }
        return new Request(method, path, changed, content, origin);
    }

    /** The value of the first header of that name. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst();
    }

    public Request withBody(@Nullable String other) {
        return with(other == null ? null : new Content.Text(other));
    }

    public Request with(@Nullable Content other) {
        return new Request(method, path, headers, other, origin);
    }

    /** The body as {@link Content#text}; null where there is no body. */
    public @Nullable String body() {
        return content == null ? null : content.text();
    }

    /** The body's bytes, none where there is no body. */
    public byte[] bytes() {
        return content == null ? new byte[0] : content.bytes();
    }

    /** As one line for a POSIX shell, in HTTP/1.1. */
    public String curl(URI replica) {
        return curl(replica, WireProtocol.HTTP_1_1);
    }

    /** As one line for a POSIX shell. */
    String curl(URI replica, WireProtocol protocol) {
        StringJoiner line = new StringJoiner(" ");
        if (isPublished()) {
            line.add("nats pub -s").add(doubleQuote(replica.toString()));
            headers.forEach(header -> line.add("-H " + doubleQuote(header.name() + ":" + header.value())));
            return line.add(quote(subject()))
                    .add(quote(content == null ? "" : content.text()))
                    .toString();
        }
        line.add("curl -gsS -i " + protocol.curl() + "-X " + method).add(url(replica));
        headers.stream()
                .filter(header ->
                        !(content instanceof Content.Parts && header.name().equalsIgnoreCase("Content-Type")))
                .forEach(header -> line.add("-H " + doubleQuote(header.toString())));
        if (content != null) {
            line.add(content.curl());
        }
        return line.toString();
    }

    /** In double quotes, so that the shell fills in a redacted secret. A {@code $} of the path is none. */
    private String url(URI replica) {
        String whole = doubleQuote(replica + path.replace("$", "\uE000"));
        return whole.replace("\uE000", "\\$");
    }

    static String quote(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** Headers stand in double quotes, so that the shell fills in a redacted secret: {@code "Bearer $TOKEN"}. */
    private static String doubleQuote(String text) {
        return "\"" + SPECIAL.matcher(text).replaceAll("\\\\$0") + "\"";
    }
}
