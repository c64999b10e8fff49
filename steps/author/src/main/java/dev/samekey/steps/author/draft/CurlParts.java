package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.drive.process.CannotRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of {@code curl -F}, as a target file has them. */
final class CurlParts {
    private static final Pattern MEMBER = Pattern.compile(";\\s*(type|filename)=(\"[^\"]*\"|[^;\"]*)\\s*");
    private static final Pattern PART =
            Pattern.compile("(?s)([^=]+)=(\"[^\"]*\"|(?!\")[^;]*)((?:" + MEMBER.pattern() + ")*)");

    private final Path folder;
    private final UnaryOperator<String> reader;
    private final ObjectNode parts = JsonNodeFactory.instance.objectNode();

    /** @param reader gives the text of a file by its name */
    CurlParts(Path folder, UnaryOperator<String> reader) {
        this.folder = folder;
        this.reader = reader;
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    ObjectNode all() {
        return parts;
    }

    /** Such as {@code amount=100}, {@code letter=<letter.txt} or {@code scan=@scan.pdf;type=application/pdf}. */
    void add(String text) {
        Matcher part = PART.matcher(text);
        if (!part.matches()) {
            throw new CannotRun("the part «" + name(text) + "» of the curl line is not understood: write it as -F"
                    + " 'name=value', -F 'name=@FILE' or -F 'name=@FILE;type=application/pdf', and a value with «;» or"
                    + " quotes in it as --form-string 'name=value'");
        }
        String value = unquoted(part.group(2));
        ObjectNode made = JsonNodeFactory.instance.objectNode();
        if (value.startsWith("@")) {
            made.put("file", file(value.substring(1)));
        } else {
            made.put("value", value.startsWith("<") ? reader.apply(value.substring(1)) : value);
        }
        Matcher member = MEMBER.matcher(part.group(3));
        while (member.find()) {
            made.put(member.group(1), unquoted(member.group(2)));
        }
        put(part.group(1), made);
    }

    /** Such as {@code note=@home; really}: the value is sent as it stands there. */
    void addLiteral(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new CannotRun("--form-string of the curl line has no name and «=»: write 'name=value'");
        }
        put(text.substring(0, equals), JsonNodeFactory.instance.objectNode().put("value", text.substring(equals + 1)));
    }

    private void put(String name, ObjectNode made) {
        if (parts.has(name)) {
            throw new CannotRun("the curl line has two parts «" + name
                    + "», and a target file has one of each name: leave one of them out");
        }
        parts.set(name, made.size() == 1 && made.has("value") ? made.path("value") : made);
    }

    private String file(String name) {
        Path file = folder.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw new CannotRun("the curl line sends the file " + file + ", and there is no such file"
                    + (name.contains(",") ? "; give each file a part of its own" : ""));
        }
        return file.toString();
    }

    /** The value may be a secret. */
    private static String name(String text) {
        return text.replaceFirst("(?s)=.*", "");
    }

    private static String unquoted(String text) {
        return text.length() > 1 && text.startsWith("\"") ? text.substring(1, text.length() - 1) : text;
    }
}
