package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.oracles.evidence.Failures;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.SecretName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Requests as the HTTP clients of IDEs write them, in a file {@code .http} or {@code .rest}. Its scripts are not run. */
public final class HttpFile {
    private static final long MOST_BYTES = 10L * 1024 * 1024;
    private static final Pattern VARIABLE = Pattern.compile("@([^=\\s]+)\\s*=\\s*(.*)");
    private static final Pattern NAME = Pattern.compile("(#|//)\\s*@name\\s*=?\\s*(.+)");
    private static final Pattern REQUEST = Pattern.compile("(?:([A-Z]+)\\s+)?(\\S.*)");
    private static final Pattern BODY_FILE = Pattern.compile("<@?\\s*([^{\\s].*)");

    private final Path path;
    private final List<String> lines;
    private final PostmanVariables variables;
    private final List<RecordedRequest> requests = new ArrayList<>();
    private final List<String> notImported = new ArrayList<>();
    private int scripts;

    private HttpFile(Path path, List<String> lines) {
        this.path = path;
        this.lines = lines;
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        lines.stream()
                .map(line -> VARIABLE.matcher(line.strip()))
                .filter(Matcher::matches)
                .forEach(one -> list.addObject()
                        .put("key", one.group(1))
                        .put("value", one.group(2).strip()));
        this.variables = PostmanVariables.NONE.with((JsonNode) list);
    }

    /**
     * Reads one. It sends nothing.
     *
     * @throws BadFile when it cannot be read, is longer than 10 MB, or has no request
     */
    public static Recording read(Path path) {
        try {
            if (Files.size(path) > MOST_BYTES) {
                throw new BadFile(path.toString(), 0, "is longer than 10 MB");
            }
            return new HttpFile(path, Files.readString(path).lines().toList()).recording();
        } catch (NoSuchFileException missing) {
            throw new BadFile(path.toString(), 0, "there is no such file");
        } catch (IOException failure) {
            throw new BadFile(path.toString(), 0, "cannot be read: " + Failures.words(failure));
        }
    }

    private Recording recording() {
        int start = 0;
        String title = "";
        for (int i = 0; i <= lines.size(); i++) {
            if (i == lines.size() || lines.get(i).startsWith("###")) {
                block(title, start, i);
                start = i + 1;
                title = i == lines.size() ? "" : lines.get(i).substring(3).strip();
            }
        }
        if (requests.isEmpty() && notImported.isEmpty()) {
            throw new BadFile(path.toString(), 0, "has no request: one begins with a line such as «POST https://…»");
        }
        return new Recording("", String.valueOf(path.getFileName()), requests, notImported, scripts);
    }

    private void block(String title, int from, int to) {
        List<String> block = withoutScripts(lines.subList(from, to));
        String name = title;
        int at = 0;
        while (at < block.size() && isBeside(block.get(at))) {
            Matcher named = NAME.matcher(block.get(at).strip());
            name = named.matches() ? named.group(2).strip() : name;
            at++;
        }
        if (at == block.size()) {
            return;
        }
        String place = "the request in line " + (from + 1 + at) + (name.isEmpty() ? "" : " «" + name + "»");
        String method = "GET";
        try {
            Matcher request = REQUEST.matcher(block.get(at).strip());
            if (!request.matches()) {
                throw new CannotRun("«" + block.get(at).strip() + "» is no request");
            }
            method = request.group(1) == null ? method : request.group(1);
            requests.add(request(place, name, method, request.group(2), block.subList(at + 1, block.size())));
        } catch (CannotRun cannot) {
            if (!RecordedRequest.SAFE.contains(method)) {
                notImported.add(place + ": " + cannot.getMessage());
            }
        }
    }

    /** Empty lines, comments and variables. */
    private static boolean isBeside(String line) {
        String plain = line.strip();
        return plain.isEmpty() || plain.startsWith("#") || plain.startsWith("//") || plain.startsWith("@");
    }

    private List<String> withoutScripts(List<String> block) {
        List<String> kept = new ArrayList<>();
        boolean isScript = false;
        for (String line : block) {
            if (line.matches("\\s*[<>]\\s*\\{%.*")) {
                scripts++;
                isScript = true;
            }
            // A script in a file of its own, or a response that is kept.
            boolean isOfResponse = line.matches("(> |>> |>>! |<> ).*");
            // An empty line in its place keeps the numbers of the others.
            kept.add(isScript || isOfResponse ? "" : line);
            isScript = isScript && !line.contains("%}");
        }
        return kept;
    }

    private RecordedRequest request(String place, String name, String method, String first, List<String> rest) {
        StringBuilder url = new StringBuilder(first.strip());
        int at = 0;
        // A query may go on in the next lines.
        while (at < rest.size() && rest.get(at).matches("\\s+\\S.*")) {
            url.append(rest.get(at++).strip());
        }
        List<Header> headers = new ArrayList<>();
        for (; at < rest.size() && !rest.get(at).isBlank(); at++) {
            header(rest.get(at), headers);
        }
        String body = String.join("\n", rest.subList(Math.min(at + 1, rest.size()), rest.size()))
                .strip();
        SplitUrl split = SplitUrl.of(variables.filled(url.toString().replaceFirst("\\s*HTTP/[\\d.]+$", "")));
        Matcher file = BODY_FILE.matcher(body);
        if (file.matches()) {
            return new RecordedRequest(
                    place,
                    name,
                    method,
                    split.base(),
                    split.path(),
                    headers,
                    null,
                    null,
                    path.resolveSibling(file.group(1).strip()),
                    variables.values(),
                    null);
        }
        String data = body.isEmpty() ? null : data(body, headers);
        return new RecordedRequest(
                place, name, method, split.base(), split.path(), headers, data, variables.values(), null);
    }

    private void header(String line, List<Header> headers) {
        if (line.strip().startsWith("#") || line.strip().startsWith("//")) {
            return;
        }
        int colon = line.indexOf(':');
        if (colon < 1) {
            throw new CannotRun("«" + line.strip() + "» is no header: one has a name, a colon and a value");
        }
        String name = line.substring(0, colon).strip();
        String value = line.substring(colon + 1).strip();
        if (RequestForm.isOfTheClient(name)) {
            return;
        }
        headers.add(new Header(name, SecretName.isSecret(name) ? secret(name, value) : variables.filled(value)));
    }

    /** The variable that the file names, or else another: never the value itself. */
    private String secret(String name, String value) {
        String named = variables.named(value);
        Matcher scheme = Pattern.compile("(?i)(basic|bearer|digest|token)\\s.*").matcher(value);
        return named.contains("${env:")
                ? named
                : (scheme.matches() ? scheme.group(1) + " " : "") + "${env:"
                        + Words.snake(name).toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_") + "}";
    }

    private @Nullable String data(String body, List<Header> headers) {
        String type = headers.stream()
                .filter(header -> header.name().equalsIgnoreCase("Content-Type"))
                .map(header -> header.value().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
        if (type.contains("multipart/")) {
            throw new CannotRun("its body has parts, and «samekey init» imports JSON, forms and texts of such a file");
        }
        return type.contains("json") || (type.isEmpty() && body.matches("(?s)[{\\[].*"))
                ? variables.filledJson(body)
                : variables.filled(body);
    }
}
