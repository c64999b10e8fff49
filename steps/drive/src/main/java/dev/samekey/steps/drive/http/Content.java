package dev.samekey.steps.drive.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The body of a request, which is sent byte for byte. Two are equal if their bytes are. */
public sealed interface Content {
    /** As it is sent. */
    byte[] bytes();

    /** As it is compared and looked through; bytes that are no text are one character each. */
    String text();

    /** As a person reads it: the bytes of a file are only named. */
    String shown();

    /** Whether it is a text as a whole. */
    boolean isText();

    /** The options by which curl sends it. */
    String curl();

    /** A text, in UTF-8. */
    record Text(String text) implements Content {
        @Override
        public byte[] bytes() {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String shown() {
            return text;
        }

        @Override
        public boolean isText() {
            return true;
        }

        @Override
        public String curl() {
            return "--data-raw " + Request.quote(text);
        }
    }

    /**
     * The bytes of a file.
     *
     * @param name its path, as the target file names it
     * @param text one character for each byte
     */
    record File(String name, String text) implements Content {
        /** A file of these bytes. */
        public static File of(String name, byte[] bytes) {
            return new File(name, new String(bytes, StandardCharsets.ISO_8859_1));
        }

        @Override
        public byte[] bytes() {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public String shown() {
            return "(" + text.length() + " bytes of the file " + name + ")";
        }

        @Override
        public boolean isText() {
            return false;
        }

        @Override
        public String curl() {
            return "--data-binary " + Request.quote("@" + name);
        }
    }

    /**
     * A part of a form (RFC 7578).
     *
     * @param filename the file name that it is sent with
     * @param type its media type
     */
    record Part(
            String name,
            Content content,
            @Nullable String filename,
            @Nullable String type) {
        private String head() {
            return "Content-Disposition: form-data; name=\"" + escaped(name) + "\""
                    + (filename == null ? "" : "; filename=\"" + escaped(filename) + "\"")
                    + (type == null ? "" : "\r\nContent-Type: " + type)
                    + "\r\n\r\n";
        }

        /** As browsers do (WHATWG HTML, multipart/form-data). */
        private static String escaped(String text) {
            return text.replace("\r", "%0D").replace("\n", "%0A").replace("\"", "%22");
        }

        private String curl() {
            if (content instanceof Text && filename == null && type == null) {
                return "--form-string " + Request.quote(name + "=" + content.text());
            }
            String value = content instanceof File file ? "@" + quoted(file.name()) : quoted(content.text());
            return "--form "
                    + Request.quote(name + "=" + value + (type == null ? "" : ";type=" + type)
                            + (filename == null ? "" : ";filename=" + quoted(filename)));
        }

        private static String quoted(String text) {
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    }

    /**
     * A form of several parts. What divides them is always the same, so that the same parts are the same bytes: a retry differs in
     * nothing from the first request, also for a server that compares bytes.
     */
    record Parts(List<Part> parts) implements Content {
        private static final String BOUNDARY = "samekey-boundary";

        public Parts {
            parts = List.copyOf(parts);
        }

        /** The media type, with what divides the parts. */
        public String type() {
            return "multipart/form-data; boundary=" + boundary();
        }

        private String boundary() {
            String boundary = BOUNDARY;
            while (isInside(boundary)) {
                boundary += "x";
            }
            return boundary;
        }

        private boolean isInside(String boundary) {
            return parts.stream().anyMatch(part -> part.content().text().contains(boundary));
        }

        @Override
        public byte[] bytes() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (Part part : parts) {
                bytes.writeBytes(utf8("--" + boundary() + "\r\n" + part.head()));
                bytes.writeBytes(part.content().bytes());
                bytes.writeBytes(utf8("\r\n"));
            }
            bytes.writeBytes(utf8("--" + boundary() + "--\r\n"));
            return bytes.toByteArray();
        }

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String text() {
            return joined(Content::text);
        }

        @Override
        public String shown() {
            return joined(Content::shown).replace("\r\n", "\n");
        }

        private String joined(Function<Content, String> of) {
            return parts.stream()
                            .map(part -> "--" + boundary() + "\r\n" + part.head() + of.apply(part.content()) + "\r\n")
                            .collect(Collectors.joining())
                    + "--" + boundary() + "--\r\n";
        }

        @Override
        public boolean isText() {
            return parts.stream().allMatch(part -> part.content().isText());
        }

        /** curl writes the parts itself, and chooses what divides them. */
        @Override
        public String curl() {
            return parts.stream().map(Part::curl).collect(Collectors.joining(" "));
        }
    }
}
