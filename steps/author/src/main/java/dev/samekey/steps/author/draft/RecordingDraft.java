package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.author.draft.RecordedOperations.One;
import dev.samekey.steps.author.draft.RecordedRequest.Response;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.net.Hosts;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Role;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A first target file for the API that a recording was made of. Each kind of request that changes something is an operation. What
 * was not recorded is guessed, and each guess is called one in a comment. A credential stands in it as a variable of the environment. It
 * allows no writes: a person does.
 */
public final class RecordingDraft {
    private static final String USUAL = "Idempotency-Key";
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:([^}]*)}");
    private static final Pattern OF_A_REQUEST = Pattern.compile("(x-)?(request|correlation)-?id");
    private static final int LONG = 8;

    private final Recording recording;
    private final LineSecrets secrets;
    private final List<String> notImported;
    private final String base;
    private final Optional<Key> found;
    private final Key key;
    private final RecordedOperations operations;
    private final ObjectNode credentials = JsonNodeFactory.instance.objectNode();
    private final Map<String, String> environment;

    /**
     * Drafts the file.
     *
     * @param environment what the variables of the environment stand for
     * @throws BadFile when nothing of the recording could be judged
     */
    public RecordingDraft(Recording recording, Map<String, String> environment) {
        this.recording = recording;
        this.environment = Map.copyOf(environment);
        this.secrets = new LineSecrets(environment);
        this.notImported = new ArrayList<>(recording.notImported());
        Map<RecordedRequest, RequestForm> usable = usable();
        this.base = usable.keySet().stream()
                .collect(Collectors.groupingBy(RecordedRequest::base, LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElseThrow(() -> new BadFile(
                        recording.source(),
                        0,
                        "has no request that changes something and succeeds" + reasons()
                                + ". Record one, such as the making of an order or a payment"));
        this.found =
                usable.values().stream().flatMap(form -> form.key().stream()).findFirst();
        this.key = found.orElse(RequestForm.key(Key.Place.HEADER, USUAL));
        this.operations = new RecordedOperations(key);
        keyedFirst(usable).forEach((request, form) -> {
            if (request.base().equals(base)) {
                operations
                        .add(request, form)
                        .ifPresent(same -> not(
                                request,
                                "is the operation " + same.name() + " again, which is drafted from "
                                        + same.request().place()));
            } else {
                not(request, "goes to " + request.base() + ", and a target file is about one service: " + base);
            }
        });
        operations.all().forEach(this::authorize);
    }

    /** A request without a key gives way to a later one of the same kind that has one, which then stands in its place. */
    private Map<RecordedRequest, RequestForm> keyedFirst(Map<RecordedRequest, RequestForm> usable) {
        Map<RecordedRequest, RequestForm> ordered = new LinkedHashMap<>();
        Set<String> placed = new HashSet<>();
        usable.forEach((request, form) -> {
            String kind = kind(request, form);
            Optional<RecordedRequest> keyed = usable.entrySet().stream()
                    .filter(one -> one.getValue().key().isPresent()
                            && kind(one.getKey(), one.getValue()).equals(kind))
                    .map(Map.Entry::getKey)
                    .findFirst();
            if (keyed.isPresent() && form.key().isEmpty()) {
                not(
                        request,
                        "has no key, so that its operation is drafted from "
                                + keyed.get().place());
                if (placed.add(kind)) {
                    Response response = keyed.get().response() == null
                            ? request.response()
                            : keyed.get().response();
                    RecordedRequest completed = keyed.get().with(request.name(), response);
                    ordered.put(completed, new RequestForm(completed));
                }
            } else if (keyed.isEmpty() || !keyed.get().equals(request) || placed.add(kind)) {
                ordered.put(request, form);
            }
        });
        return ordered;
    }

    private static String kind(RecordedRequest request, RequestForm form) {
        return request.base() + " " + request.method() + " " + RecordedOperations.template(request.path()) + " "
                + GraphQl.name(form.body(RequestForm.key(Key.Place.HEADER, USUAL)));
    }

    private String reasons() {
        return notImported.isEmpty() ? "" : ": " + String.join("; ", notImported);
    }

    private void not(RecordedRequest request, String why) {
        notImported.add(request.place() + ", " + request.title() + ": " + why);
    }

    private Map<RecordedRequest, RequestForm> usable() {
        Map<RecordedRequest, RequestForm> usable = new LinkedHashMap<>();
        for (RecordedRequest request : recording.requests()) {
            Response response = request.response();
            if (request.isSafe()) {
                continue;
            }
            if (Words.isSession(request.title())) {
                not(request, "looks like a way to sign in; «token» of a principal can do that");
            } else if (response != null && !response.isSuccess()) {
                not(request, "was answered with " + response.status() + "; a recording of its success is needed");
            } else {
                try {
                    RequestForm form = new RequestForm(request);
                    if (!GraphQl.isSafe(form.body(RequestForm.key(Key.Place.HEADER, USUAL)))) {
                        usable.put(request, form);
                    }
                } catch (CannotRun cannot) {
                    not(request, String.valueOf(cannot.getMessage()));
                }
            }
        }
        return usable;
    }

    private Key keyOf(One one) {
        return one.form().key().orElse(key);
    }

    /** One principal sends all: the first value of each credential counts. */
    private void authorize(One one) {
        one.form().credentials(keyOf(one), secrets).properties().forEach(header -> {
            JsonNode known = credentials.get(header.getKey());
            if (known == null) {
                credentials.set(header.getKey(), header.getValue());
            } else if (!known.equals(header.getValue())) {
                not(
                        one.request(),
                        "was sent with another " + header.getKey() + " than others; the principal has the first one");
            }
        });
    }

    /** The operations of the file by name, each with its method and path. */
    public Map<String, String> operations() {
        Map<String, String> titles = new LinkedHashMap<>();
        operations.all().forEach(one -> titles.put(one.name(), one.title()));
        return titles;
    }

    /** What of the recording is not in the file, each with its place and the reason. */
    public List<String> notImported() {
        return List.copyOf(notImported);
    }

    /** How many scripts there are, which Samekey does not run. */
    public int scripts() {
        return recording.scripts();
    }

    /** The variables of the environment that the file names and that are not set yet. */
    public List<String> missingVariables() {
        return toString()
                .lines()
                .filter(line -> !line.strip().startsWith("#"))
                .flatMap(line -> VARIABLE.matcher(line).results())
                .map(variable -> variable.group(1))
                .filter(name -> !environment.containsKey(name))
                .distinct()
                .sorted()
                .toList();
    }

    /** The file's text. */
    @Override
    public String toString() {
        String name = recording.name().isBlank() ? base.replaceFirst("https?://", "") : recording.name();
        Page page = new Page();
        page.comment(0, "yaml-language-server: $schema=" + Draft.SCHEMA)
                .comment(0, "Drafted from " + recording.source() + ". «guess» marks what was not recorded.")
                .comment(0, "Read it through, then let «samekey check» try each operation once.")
                .member(0, "name", name, "")
                .member(0, "urls", JsonNodeFactory.instance.arrayNode().add(base), urlComment())
                .comment(
                        0,
                        "writes: allowed   # without this line nothing unsafe is sent: take the # away when you mean it")
                .blank()
                .open(
                        0,
                        "contract",
                        found.isPresent()
                                ? "nothing but the place of the key: «samekey discover» finds the rest"
                                : "guess: no request has an idempotency key; «samekey discover» finds the rest")
                .member(2, "name", name, "")
                .member(
                        2,
                        "key",
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("in", key.in().name().toLowerCase(Locale.ROOT))
                                .put("name", key.name()),
                        "")
                .blank();
        if (credentials.isEmpty()) {
            page.comment(0, "No request says who sends. Where your API wants to know:")
                    .comment(0, "principals: {alice: {headers: {Authorization: \"Bearer ${env:TOKEN}\"}}}");
        } else {
            page.open(0, "principals", "the environment has the secrets; SCP-1 wants a second one who sends")
                    .member(2, "alice", JsonNodeFactory.instance.objectNode().set("headers", credentials), "");
        }
        page.blank().open(0, "operations", "");
        operations.all().forEach(one -> write(page, one));
        if (!notImported.isEmpty()) {
            page.comment(0, "Not imported:");
            notImported.forEach(one -> page.comment(0, "- " + one));
        }
        if (scripts() > 0) {
            page.comment(0, "Scripts not run: " + scripts());
        }
        return withoutSecrets(page.toString());
    }

    /** The same secret may stand where nothing says that it is one. */
    private String withoutSecrets(String text) {
        String clean = text;
        for (Map.Entry<String, String> secret : secrets.added().entrySet()) {
            if (secret.getValue().length() >= LONG) {
                clean = clean.replace(secret.getValue(), "${env:" + secret.getKey() + "}");
            }
        }
        return clean;
    }

    private String urlComment() {
        if (base.startsWith("${") && !base.contains("://")) {
            return "the variable has the scheme and the host, such as https://staging.example";
        }
        if (base.contains("${")) {
            return "set its variables, so that it is like https://staging.example";
        }
        try {
            String host = URI.create(base).getHost();
            return host != null && Hosts.looksLikeProduction(host)
                    ? "this host looks like production: name that of a test system"
                    : "";
        } catch (IllegalArgumentException none) {
            return "";
        }
    }

    private void write(Page page, One one) {
        boolean isKeyed =
                found.isEmpty() || one.form().key().isPresent() || one.guess().role() == Role.EVENT;
        String role = one.guess().role().name().toLowerCase(Locale.ROOT);
        page.open(2, one.name(), one.title() + ", " + one.request().place());
        if (isKeyed) {
            page.member(
                    4,
                    "role",
                    role,
                    one.guess().why().isEmpty() ? "" : "guess: " + one.guess().why());
        } else {
            page.member(4, "role", "setup", "it was sent without a key; were it to take one: " + role);
        }
        Key own = keyOf(one);
        if (own.in() != key.in() || !own.name().equalsIgnoreCase(key.name())) {
            boolean inHeader = own.in() == Key.Place.HEADER;
            page.member(
                    4,
                    "key",
                    JsonNodeFactory.instance
                            .objectNode()
                            .put(inHeader ? "header" : "member", inHeader ? own.name() : "/" + own.name()),
                    "it has its key elsewhere than the others");
        }
        if (one.after() != null) {
            page.member(4, "after", one.after(), one.request().response() == null ? "guess" : "");
        }
        JsonNode body =
                secrets.body(Leaves.marked(one.form().kind(), one.body()).deepCopy());
        String path = secrets.path(one.path());
        ObjectNode request = request(one, path, body);
        page.member(
                4,
                "request",
                request,
                request.toString().contains(SampleBodies.UNIQUE)
                        ? ""
                        : "nothing here carries ${unique}, so its effects cannot be distinguished: write it where a value may be new");
        GraphQl.members(body, key).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(member -> page.member(4, member.getKey(), member.getValue(), ""));
        Response response = one.request().response();
        if (response != null) {
            page.member(4, "success", JsonNodeFactory.instance.numberNode(response.status()), "");
        }
        if (one.id() != null) {
            boolean isSeen = response != null && !response.body().at(one.id()).isMissingNode();
            page.member(4, "id", one.id(), isSeen ? "" : "guess");
        }
        read(one).ifPresent(read -> page.member(4, "read", read, ""));
        if (isKeyed) {
            intent(page, one, body);
            effects(page, one);
        }
        page.blank();
    }

    private static void intent(Page page, One one, JsonNode body) {
        BodyKind kind = one.form().kind();
        Map<String, JsonNode> others = new LinkedHashMap<>(Leaves.others(kind, body));
        others.keySet().removeIf(place -> kind.at(body, place).asText().contains("${"));
        if (one.guess().role() == Role.REVERSE) {
            // What is left may be less than more of it.
            others.replaceAll((pointer, other) -> SampleBodies.another(
                            Leaves.name(kind, pointer),
                            kind.at(body, pointer),
                            JsonNodeFactory.instance.objectNode(),
                            true)
                    .orElse(other));
        }
        others.entrySet().stream()
                .findFirst()
                .ifPresentOrElse(
                        other -> page.member(
                                4,
                                "intent",
                                JsonNodeFactory.instance.objectNode().set(other.getKey(), other.getValue()),
                                "guess: another value that is valid too"),
                        () -> page.comment(
                                4, "intent: {/amount: 1100}   # another valid value of a member of the body"));
    }

    private ObjectNode request(One one, String path, JsonNode body) {
        ObjectNode request = JsonNodeFactory.instance
                .objectNode()
                .put("method", one.request().method())
                .put("path", path);
        ObjectNode headers = one.form().headers(keyOf(one));
        headers.properties().forEach(header -> {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (name.equals("if-match") && one.after() != null) {
                header.setValue(TextNode.valueOf("${" + one.after() + ".etag}"));
            } else if (OF_A_REQUEST.matcher(name).matches() || Words.isReference(name.replaceFirst("^x-", ""))) {
                header.setValue(TextNode.valueOf(SampleBodies.UNIQUE));
            }
        });
        if (!headers.isEmpty()) {
            request.set("headers", headers);
        }
        if (!body.isMissingNode()) {
            request.set("body", body);
        }
        return request;
    }

    private List<RecordedRequest> reads() {
        return recording.requests().stream()
                .filter(request ->
                        request.method().equals("GET") && request.base().equals(base))
                .toList();
    }

    /** A path that was read, and that ends with the id of the result. */
    private Optional<String> read(One one) {
        String own = "/${" + one.name() + ".id}";
        return reads().stream()
                .map(operations::reading)
                .filter(path -> path.endsWith(own))
                .map(secrets::path)
                .findFirst();
    }

    /** A listing that was asked for the value that only this request has. */
    private void effects(Page page, One one) {
        Optional<String> reference = one.reference().filter(value -> value.length() > 2 && !value.contains("${"));
        Optional<ObjectNode> list = reference.stream()
                .flatMap(value -> reads().stream()
                        .filter(request -> request.path().contains("=" + value))
                        .flatMap(request -> count(request.response()).stream()
                                .map(pointer -> JsonNodeFactory.instance
                                        .objectNode()
                                        .put(
                                                "path",
                                                secrets.path(operations
                                                        .reading(request)
                                                        .replace("=" + value, "=" + SampleBodies.UNIQUE)))
                                        .put("count", pointer))))
                .findFirst();
        if (list.isPresent()) {
            page.member(4, "effects", JsonNodeFactory.instance.objectNode().set("list", list.get()), "");
        } else if (one.guess().role() != Role.EVENT) {
            page.comment(
                    4,
                    "effects: {list: {path: \"/things?reference=${unique}\", count: /items}}   # how its effects are counted");
        }
    }

    private static Optional<String> count(@Nullable Response response) {
        if (response == null || !response.isSuccess()) {
            return Optional.empty();
        }
        Function<Map.Entry<String, JsonNode>, String> pointer = member -> "/" + member.getKey();
        return response.body().isArray()
                ? Optional.of("")
                : response.body().properties().stream()
                        .filter(member -> member.getValue().isArray())
                        .map(pointer)
                        .findFirst();
    }
}
