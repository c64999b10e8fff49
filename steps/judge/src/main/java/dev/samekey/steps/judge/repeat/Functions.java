package dev.samekey.steps.judge.repeat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The functions of POSIX shell that scripts are made of: those of {@code functions.sh}. A script has those that it uses. */
final class Functions {
    private static final Pattern NAME = Pattern.compile("(?m)^(\\w+)\\(\\)");

    /** A word that a shell may take for a command. */
    private static final Pattern COMMAND = Pattern.compile("(?m)(?:^|[\\s(|!&])(\\w+)(?=[\\s);]|$)");

    /** In the order of the file, where an empty line ends each. */
    private static final List<Function> ALL = read();

    /** @param code with the comment above it */
    private record Function(List<String> names, String code) {
        boolean isIn(Set<String> commands) {
            return names.stream().anyMatch(commands::contains);
        }
    }

    private Functions() {}

    /** Those that a script uses, and those that they use. */
    static List<String> usedBy(String script) {
        Set<String> commands = commands(script);
        List<Function> unused = new ArrayList<>(ALL);
        List<Function> found;
        do {
            found = unused.stream().filter(function -> function.isIn(commands)).toList();
            found.forEach(function -> commands.addAll(commands(function.code())));
            unused.removeAll(found);
        } while (!found.isEmpty());
        return ALL.stream()
                .filter(function -> !unused.contains(function))
                .map(Function::code)
                .toList();
    }

    private static Set<String> commands(String code) {
        return COMMAND.matcher(code).results().map(found -> found.group(1)).collect(Collectors.toSet());
    }

    private static List<Function> read() {
        try (InputStream file =
                Objects.requireNonNull(Functions.class.getResourceAsStream("functions.sh"), "functions.sh")) {
            return List.of(new String(file.readAllBytes(), StandardCharsets.UTF_8)
                            .strip()
                            .split("\n\n"))
                    .stream()
                    .map(code -> new Function(
                            NAME.matcher(code)
                                    .results()
                                    .map(found -> found.group(1))
                                    .toList(),
                            code))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
