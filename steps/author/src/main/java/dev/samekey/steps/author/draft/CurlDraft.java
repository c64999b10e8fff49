package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.net.Hosts;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.TargetFile;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A target file for the one operation of a curl line. A secret of the line stands in it as a variable of the environment, and
 * nothing of it is sent here.
 */
public final class CurlDraft {
    static final String PRINCIPAL = "me";
    private static final String USUAL = "Idempotency-Key";

    /** A first trial takes some hundreds. */
    private static final int MOST_REQUESTS = 3000;

    /** Somebody waits for the verdict, and a scenario mostly waits for responses. */
    private static final int AT_ONCE = 8;

    private final RecordedRequest line;
    private final RequestForm form;
    private final LineSecrets secrets;
    private final boolean production;
    private final List<String> remarks = new ArrayList<>();
    private final ObjectNode credentials;
    private final ObjectNode headers;
    private final JsonNode body;
    private final Key key;
    private final String path;
    private final Path folder;
    private final ObjectNode tls;
    private final ObjectNode sign;

    /**
     * Drafts the file.
     *
     * @param keyHeader the header of the key; null where the line is to say it, or the usual one is meant
     * @param folder where the target file will be: the files of its bodies are named from there
     * @param production whether the host may look like production
     * @param environment what the variables of the environment stand for
     * @throws CannotRun when the line cannot be tried; the message says what to write
     */
    public CurlDraft(
            CurlLine line,
            @Nullable String keyHeader,
            Path folder,
            boolean production,
            Map<String, String> environment) {
        this.line = line.request();
        this.folder = folder.toAbsolutePath().normalize();
        this.production = production;
        this.secrets = new LineSecrets(environment);
        String host = line.base().getHost();
        if (!production && Hosts.looksLikeProduction(host)) {
            throw new CannotRun("the host «" + host
                    + "» looks like production, and Samekey would really do there what the line does, some hundred times."
                    + " Name a host of a test system, or add --production if it is meant. Nothing was sent");
        }
        remarks.addAll(line.remarks());
        this.form = new RequestForm(this.line);
        if (form.isJsonByLooks()) {
            remarks.add("the body looks like JSON and is sent as such; curl without -H 'Content-Type: application/json'"
                    + " would say that it is a form");
        }
        this.key = key(keyHeader);
        this.body = secrets.body(placed(form.body(key)));
        this.credentials = form.credentials(key, secrets);
        this.headers = form.headers(key);
        this.path = secrets.path(this.line.path());
        this.tls = tls(line.tls());
        this.sign = sign(line.sign());
        file(sketch(), null);
    }

    /** With the files as they are named from the folder of the target file. */
    private ObjectNode tls(ObjectNode ofLine) {
        ObjectNode tls = ofLine.deepCopy();
        tls.properties()
                .forEach(one -> one.setValue(TextNode.valueOf(
                        one.getKey().equals("password")
                                ? secrets.variable(
                                        "TLS_PASSWORD", one.getValue().asText())
                                : named(Path.of(one.getValue().asText())))));
        return tls;
    }

    private ObjectNode sign(ObjectNode ofLine) {
        ObjectNode sign = ofLine.deepCopy();
        Map<String, String> names = Map.of(
                "access_key", "AWS_ACCESS_KEY_ID",
                "secret_key", "AWS_SECRET_ACCESS_KEY",
                "session_token", "AWS_SESSION_TOKEN");
        sign.path("aws").properties().stream()
                .filter(one -> names.containsKey(one.getKey()))
                .forEach(one -> one.setValue(TextNode.valueOf(secrets.variable(
                        names.getOrDefault(one.getKey(), ""), one.getValue().asText()))));
        return sign;
    }

    /** What the user names, what the line has, or the usual header. */
    private Key key(@Nullable String named) {
        if (named != null) {
            return RequestForm.key(Key.Place.HEADER, named);
        }
        Optional<Key> found = form.key();
        remarks.add(
                found.map(key -> "the value of " + key.name() + " is not used: each new request gets a key of its own")
                        .orElse("the line has no idempotency key, so " + USUAL
                                + " is tried; --key names another header, such as --key X-Request-Id"));
        return found.orElse(RequestForm.key(Key.Place.HEADER, USUAL));
    }

    /** The operation as the line has it. */
    Sketch sketch() {
        return Sketch.of(body);
    }

    /** What the body is. */
    BodyKind kind() {
        return form.kind();
    }

    /** A body whose files are named from the folder of the target file. */
    private JsonNode placed(JsonNode body) {
        if (form.kind() == BodyKind.PARTS) {
            body.forEach(part -> {
                if (part instanceof ObjectNode object && object.has("file")) {
                    object.put("file", named(Path.of(object.path("file").asText())));
                }
            });
        }
        return body;
    }

    private String named(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        return Objects.equals(folder.getRoot(), absolute.getRoot())
                ? folder.relativize(absolute).toString()
                : absolute.toString();
    }

    Key key() {
        return key;
    }

    String path() {
        return path;
    }

    /** The name of the operation in the file: {@code payment} for {@code /v1/payments}. */
    public String operation() {
        String last = Stream.of(path.replaceFirst("[?].*", "").split("/", -1))
                .filter(part -> part.matches("[A-Za-z][A-Za-z_-]*"))
                .reduce((first, second) -> second)
                .orElse("operation");
        String name = Words.operation(last);
        return Words.isTaken(name) ? "my-" + name : name;
    }

    /** The name of the header or the member that carries the key. */
    public String keyName() {
        return key.name();
    }

    /** The variables of the environment that the file names and that are not set yet. */
    public List<String> missingVariables() {
        return secrets.added().keySet().stream().sorted().toList();
    }

    /** What of the line does not count, or counts otherwise than one may think. */
    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** The request without its secrets, for a person who is asked whether it may be sent. */
    public List<String> described() {
        List<String> lines = new ArrayList<>();
        lines.add(line.method() + " " + shown(path));
        if (key.in() == Key.Place.HEADER) {
            lines.add(key.name() + ": (a new key for each new request)");
        }
        credentials
                .properties()
                .forEach(one ->
                        lines.add(one.getKey() + ": " + shown(one.getValue().asText())));
        if (!sign.isEmpty()) {
            lines.add("signed as " + shown(sign.at("/aws/access_key").asText()) + " (Signature Version 4 of AWS)");
        }
        if (tls.has("certificate")) {
            lines.add("with the certificate " + tls.path("certificate").asText());
        }
        headers.properties()
                .forEach(one -> lines.add(one.getKey() + ": " + one.getValue().asText()));
        if (!body.isMissingNode()) {
            lines.add(shownBody(Leaves.marked(form.kind(), body)));
        }
        if (line.file() != null) {
            lines.add("the bytes of " + named(line.file()));
        }
        if (key.in() != Key.Place.HEADER) {
            lines.add("with a new key in " + key.name() + " for each new request");
        }
        return lines;
    }

    private String shownBody(JsonNode marked) {
        return switch (form.kind()) {
            case FORM ->
                marked.properties().stream()
                        .map(field -> field.getKey() + "=" + field.getValue().asText())
                        .collect(Collectors.joining("&"));
            case XML, TEXT -> marked.asText();
            case JSON, PARTS, BYTES -> marked.toString();
        };
    }

    private static String shown(String text) {
        return text.replaceAll("\\$\\{env:([^}]*)}", "\\$$1");
    }

    /** What reports call the target. */
    private String name() {
        return URI.create(line.base()).getRawAuthority();
    }

    /** The scheme, host and port that everything is sent to. */
    public String base() {
        return line.base();
    }

    /** The file with the secrets of the line filled in. */
    TargetFile file(Sketch sketch, @Nullable String contract) {
        return file(text(sketch, contract), folder);
    }

    /**
     * A text of this draft, read as a target file with the secrets of the line filled in.
     *
     * @throws BadFile when the line says something that no target file may say
     */
    TargetFile file(String text, Path folder) {
        return TargetFile.of(YamlFile.of("the curl line as a target file", text), folder, secrets.whole());
    }

    /** The text of the file, with a contract that is written already; null for one that names the key alone. */
    String text(Sketch sketch, @Nullable String contract) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        Page page = new Page();
        page.comment(0, "yaml-language-server: $schema=" + Draft.SCHEMA)
                .comment(0, "Drafted by «samekey try» from one curl line, and from what was seen.")
                .member(0, "name", name(), "")
                .member(0, "urls", nodes.arrayNode().add(base()), "")
                .member(0, "writes", "allowed", "");
        if (production) {
            page.member(0, "production", "allowed", "");
        }
        if (!tls.isEmpty()) {
            page.member(0, "tls", tls, "");
        }
        page.member(
                0,
                "limits",
                nodes.objectNode().put("requests", MOST_REQUESTS).put("at_once", AT_ONCE),
                "enough for this one operation; take it away when you add others");
        if (contract == null) {
            page.open(0, "contract", "nothing but the place of the key: docs/dialects.md says what else stands here")
                    .member(2, "name", name(), "")
                    .member(
                            2,
                            "key",
                            nodes.objectNode()
                                    .put("in", key.in().name().toLowerCase(Locale.ROOT))
                                    .put("name", key.name()),
                            "");
        } else {
            page.blank().text(contract).blank();
        }
        ObjectNode principal = nodes.objectNode();
        if (!credentials.isEmpty()) {
            principal.set("headers", credentials);
        }
        if (!sign.isEmpty()) {
            principal.set("sign", sign);
        }
        if (!principal.isEmpty()) {
            page.open(0, "principals", "a second one, bob, lets Samekey judge whose key it is (SCP-1, SCP-2)")
                    .member(2, PRINCIPAL, principal, "");
        }
        page.open(0, "operations", "").open(2, operation(), "");
        page.member(4, "role", line.method().equals("POST") ? "create" : "update", "")
                .member(4, "request", request(sketch), "");
        GraphQl.members(body, key).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(member -> page.member(4, member.getKey(), member.getValue(), ""));
        if (!sketch.poll().isEmpty()) {
            page.member(
                    4,
                    "poll",
                    sketch.poll(),
                    sketch.poll().has("failed") ? "followed once; «failed» is a guess" : "followed once");
        }
        Set<String> lacking = new LinkedHashSet<>();
        write(page, "id", sketch.id(), "where the id of a result is in the response", lacking);
        write(page, "read", sketch.read(), "the path under which a result is read", lacking);
        if (sketch.intent().isEmpty()) {
            lacking.add("intent: {/amount: 1100}   # another valid value of a member of the body");
        } else {
            page.member(4, "intent", sketch.intent(), "other values, which were accepted too");
        }
        if (sketch.list().isEmpty()) {
            lacking.add(
                    "effects: {list: {path: \"/things?reference=${unique}\", count: /items}}   # how effects are counted");
        } else {
            page.member(4, "effects", nodes.objectNode().set("list", sketch.list()), "");
        }
        if (!sketch.invalid().isEmpty()) {
            page.member(
                    4,
                    "sandbox",
                    nodes.objectNode().set("invalid", sketch.invalid()),
                    "declined, slow and unavailable_once would let Samekey judge more");
        } else {
            lacking.add(
                    "sandbox: {invalid: {/amount: -1}}   # values that are refused, or make a test system fail or wait");
        }
        if (!lacking.isEmpty()) {
            page.comment(4, "With these Samekey could judge more; docs/target-file.md explains each:");
            lacking.forEach(one -> page.comment(4, one));
        }
        return page.toString();
    }

    private static void write(Page page, String member, @Nullable String value, String what, Set<String> lacking) {
        if (value == null) {
            lacking.add(member + ": " + what);
        } else {
            page.member(4, member, value, "");
        }
    }

    private ObjectNode request(Sketch sketch) {
        ObjectNode request = JsonNodeFactory.instance
                .objectNode()
                .put("method", line.method())
                .put("path", path);
        if (!headers.isEmpty()) {
            request.set("headers", headers);
        }
        if (!sketch.body().isMissingNode()) {
            request.set("body", sketch.body());
        } else if (line.file() != null) {
            request.put("body_file", named(line.file()));
        }
        return request;
    }
}
