package dev.samekey.reports.render;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** The pages that are made of a template. */
final class Templates {
    private Templates() {}

    /** A page of HTML. */
    static String html(String name, Map<String, Object> page) {
        return read(name, html()).execute(page);
    }

    /** A page of Markdown. */
    static String markdown(String name, Map<String, Object> page) {
        return read(name, markdown()).execute(page);
    }

    /** Writes a page of HTML of that name into a folder, without the whole of it in memory. */
    static void writeHtml(Path folder, String name, Map<String, Object> page) throws IOException {
        write(read(name, html()), page, folder.resolve(name));
    }

    /** The same of a page of Markdown. */
    static void writeMarkdown(Path folder, String name, Map<String, Object> page) throws IOException {
        write(read(name, markdown()), page, folder.resolve(name));
    }

    private static void write(Template template, Map<String, Object> page, Path file) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file)) {
            template.execute(page, writer);
        } catch (MustacheException failure) {
            if (failure.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw failure;
        }
    }

    private static Mustache.Compiler html() {
        return Mustache.compiler()
                .emptyStringIsFalse(true)
                .withEscaper(text -> Escapers.HTML.escape(Shown.visible(text)));
    }

    private static Mustache.Compiler markdown() {
        return html().withEscaper(Templates::cell);
    }

    private static Template read(String name, Mustache.Compiler compiler) {
        return compiler.compile(text(name + ".mustache"));
    }

    /** The text of a resource that stands beside the templates. */
    static String text(String name) {
        String resource = "/samekey/" + name;
        try (InputStream in = Objects.requireNonNull(Templates.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A text of the target must not end a cell, a line or the table. */
    private static String cell(String text) {
        return Shown.visible(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("|", "\\|")
                .replaceAll("\\R", " ");
    }
}
