package dev.samekey.reports.render;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/** The pages that are made of a template. */
final class Templates {
    private Templates() {}

    /** A page of HTML. */
    static String html(String name, Map<String, Object> page) {
        return fill(name, Mustache.compiler().emptyStringIsFalse(true), page);
    }

    /** A page of Markdown. */
    static String markdown(String name, Map<String, Object> page) {
        return fill(name, Mustache.compiler().emptyStringIsFalse(true).withEscaper(Templates::cell), page);
    }

    private static String fill(String name, Mustache.Compiler compiler, Map<String, Object> page) {
        String resource = "/samekey/" + name + ".mustache";
        try (InputStream in = Objects.requireNonNull(Templates.class.getResourceAsStream(resource), resource)) {
            return compiler.compile(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .execute(page);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A text of the target must not end a cell, a line or the table. */
    private static String cell(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("|", "\\|")
                .replaceAll("\\R", " ");
    }
}
