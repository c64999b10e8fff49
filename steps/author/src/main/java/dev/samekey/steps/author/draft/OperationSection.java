package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.author.draft.RolePlan.Planned;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Texts;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.SecretName;
import dev.samekey.steps.model.targets.Unique;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One operation of a target file. */
final class OperationSection {
    private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");
    private static final Pattern ILLEGAL = Pattern.compile("[^\\x21-\\x7e]|[\"<>\\\\^`|]");
    private static final Set<String> NOT_OURS = Set.of("authorization", "accept", "content-type", "if-match");

    private static final String NO_UNIQUE =
            "nothing here can carry ${unique}, so its effects cannot be distinguished from others";

    private final RolePlan plan;
    private final KeySection key;
    private final Planned one;
    private final Described described;
    private final List<Planned> before;
    private final Map<String, JsonNode> members;
    private final Optional<KeySection.Own> own;
    private final JsonNode body;
    private final Optional<PollGuess> poll;
    private final Optional<DeliveryGuess> delivery;

    OperationSection(RolePlan plan, KeySection key, Planned one) {
        this.plan = plan;
        this.key = key;
        this.one = one;
        this.described = one.described();
        this.before = plan.before(one);
        this.members = plan.members(one);
        this.own = key.own(described);
        JsonNode drafted = body();
        this.delivery = one.role() == Role.EVENT ? Optional.of(DeliveryGuess.of(described, drafted)) : Optional.empty();
        this.body = delivery.map(guess -> guess.identified(drafted)).orElse(drafted);
        this.poll = PollGuess.of(described);
    }

    void write(Page page) {
        page.open(2, one.name(), described.title() + summary());
        boolean judged = one.role() == Role.EVENT || !key.isDeclared() || key.isDeclaredFor(described);
        page.member(4, "role", word(judged ? one.role() : Role.SETUP), role(judged));
        own.ifPresent(place -> page.member(
                4,
                "key",
                object(place.isHeader() ? "header" : "member", place.member()),
                "it has its key elsewhere than the others"));
        if (!before.isEmpty()) {
            page.member(4, "after", before.get(0).name(), "guess");
        }
        page.member(
                4,
                "request",
                request(),
                Stream.of(guesses(), doubts())
                        .filter(comment -> !comment.isEmpty())
                        .collect(Collectors.joining("; ")));
        success().ifPresent(statuses -> page.member(4, "success", statuses, ""));
        Optional<ResultId> id = id();
        id.ifPresent(found -> page.member(4, "id", found.pointer(), found.isGuess() ? "guess" : ""));
        poll.ifPresent(guess -> page.member(4, "poll", guess.member(), guess.comment()));
        read().ifPresent(path -> {
            if (id.isPresent() || !path.contains(reference(one))) {
                page.member(4, "read", path, "");
            } else {
                page.comment(
                        4,
                        "read: " + path
                                + "   # left out: the document does not say where a result has its id, so add «id»");
            }
        });
        delivery.ifPresent(guess -> guess.write(page));
        if (judged) {
            judged(page);
        }
        page.blank();
    }

    private void judged(Page page) {
        ObjectNode intent = intent();
        if (!intent.isEmpty()) {
            page.member(4, "intent", intent, "guess: other values that are valid too");
        }
        described
                .fileType()
                .map(type -> BodyFile.of(one.name(), type))
                .ifPresent(file ->
                        page.comment(4, "intent: {body_file: another-" + file.name() + "}   # another file to send"));
        String amount = SampleBodies.amount(body);
        if (one.role() == Role.REVERSE && amount != null) {
            page.comment(4, "partial: {amount: " + place(amount) + "}   # where several fit into what is left (REV-4)");
        }
        if (described.parameter("header", "If-Match").isPresent()) {
            page.member(
                    4, "stale", object("headers", object("If-Match", "\"0\"")), "guess: a version that is outdated");
        }
        body.properties().stream()
                .flatMap(member -> SampleBodies.invalid(member.getValue(), schema(member.getKey())).stream()
                        .map(value -> object("invalid", object(place(member.getKey()), value))))
                .findFirst()
                .ifPresent(sandbox -> page.member(4, "sandbox", sandbox, "a value that the document rules out"));
        effects(page);
    }

    private void effects(Page page) {
        Optional<ObjectNode> list = listing();
        if (list.isPresent()) {
            page.member(4, "effects", object("list", list.get()), "guess: how many there are of one request");
        } else {
            page.comment(
                    4,
                    "effects: say how they are counted: {list: {path: \"/things?reference=${unique}\", count: /items}}, or"
                            + " {sql: [...]} with oracles.database");
        }
    }

    private String summary() {
        String summary = described.node().path("summary").asText();
        return summary.isEmpty() ? "" : ": " + summary;
    }

    private String role(boolean judged) {
        if (!judged) {
            return "the document declares no key for it; were it to take one: " + word(one.role());
        }
        return one.why().isEmpty() ? "" : "guess: " + one.why();
    }

    private static String word(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    private ObjectNode request() {
        ObjectNode request = object("method", described.method().toUpperCase(Locale.ROOT));
        request.put("path", path(template(), one.role() == Role.CREATE) + query());
        ObjectNode headers = headers();
        if (!headers.isEmpty()) {
            request.set("headers", headers);
        }
        if (!body.isMissingNode()) {
            request.set("body", body);
        }
        described
                .fileType()
                .ifPresent(type ->
                        request.put("body_file", BodyFile.of(one.name(), type).name()));
        return request;
    }

    /** Without what tells operations apart that share a path: no request has a fragment. */
    private String template() {
        String path = described.isWebhook() ? described.deliveredTo().orElse("/webhooks") : described.path();
        return ILLEGAL.matcher(path.replaceFirst("#.*", "")).replaceAll(found -> encoded(found.group()));
    }

    /** What of the request a person should look at. */
    private String doubts() {
        if (described.isWebhook()) {
            return doubtsOfDelivery();
        }
        if (described.fileType().isPresent()) {
            return "put that file beside this one" + (hasUnique() ? "" : "; " + NO_UNIQUE);
        }
        if (!hasUnique()) {
            List<String> tooNarrow = new ArrayList<>();
            references("", body, tooNarrow);
            return tooNarrow.isEmpty()
                    ? NO_UNIQUE
                    : "guess: " + String.join(", ", tooNarrow)
                            + " may be told apart, but the document leaves no room there for" + " ${unique}, which has "
                            + Unique.LENGTH + " letters and digits";
        }
        boolean literal = PARAMETER
                .matcher(described.path())
                .results()
                .anyMatch(found ->
                        !path(described.path(), one.role() == Role.CREATE).contains("${")
                                && !found.group(1).isEmpty());
        if (literal) {
            return "guess: the document has nothing that makes what stands in the path";
        }
        boolean hasFile = body.valueStream().anyMatch(part -> part.has("filename"));
        return hasFile && SampleBodies.isParts(described) ? "{file: scan.pdf} in place of «value» sends a file" : "";
    }

    private String doubtsOfDelivery() {
        if (described.broker().isPresent() || described.deliveredTo().isPresent()) {
            return "";
        }
        return "guess: write the path on which your consumer takes it"
                + described
                        .spoken()
                        .map(protocols -> " over HTTP, through a bridge perhaps: Samekey does not speak " + protocols)
                        .orElse("");
    }

    /** What of the body the document does not say. */
    private String guesses() {
        if (SampleBodies.hasExample(described)) {
            return "";
        }
        List<String> unknown = new ArrayList<>();
        unknown("", body, unknown);
        return unknown.isEmpty()
                ? "guess: made of the schema, for the document has no example"
                : "guess: made of the schema; of " + String.join(", ", unknown) + " nothing says what it looks like";
    }

    private static void unknown(String at, JsonNode value, List<String> unknown) {
        if (value.isTextual() && Texts.isLastResort(value.asText())) {
            unknown.add(at);
        }
        value.properties().forEach(member -> unknown(at + "/" + member.getKey(), member.getValue(), unknown));
        for (int i = 0; i < value.size() && value.isArray(); i++) {
            unknown(at + "/" + i, value.get(i), unknown);
        }
    }

    /** The places of texts that are called a reference of the sender's own. */
    private static void references(String at, JsonNode value, List<String> found) {
        if (value.isTextual()
                && Words.isReference(at.replaceFirst("(/\\d+)+$", "").replaceFirst(".*/", ""))) {
            found.add(at);
        }
        value.properties().forEach(member -> references(at + "/" + member.getKey(), member.getValue(), found));
        for (int i = 0; i < value.size() && value.isArray(); i++) {
            references(at + "/" + i, value.get(i), found);
        }
    }

    private boolean hasUnique() {
        return request().toString().contains(SampleBodies.UNIQUE);
    }

    /** A path with the ids of what comes before in it. */
    private String path(String template, boolean makes) {
        return PARAMETER.matcher(template).replaceAll(found -> {
            String collection = template.substring(0, found.start() - 1);
            Optional<Planned> maker = plan.makerAt(collection).filter(before::contains);
            boolean last = found.end() == template.length();
            String value = maker.map(OperationSection::reference)
                    .orElseGet(() -> makes && last ? SampleBodies.UNIQUE : encoded(example("path", found.group(1))));
            return java.util.regex.Matcher.quoteReplacement(value);
        });
    }

    private String example(String in, String name) {
        return described
                .parameter(in, name)
                .map(parameter -> parameter.has("example")
                        ? parameter.path("example")
                        : SampleBodies.schemas(described).value(name, parameter.path("schema")))
                .map(JsonNode::asText)
                .filter(text -> !text.isEmpty())
                .orElse("1");
    }

    /** As a part of a path or of a query (RFC 3986, section 2.1). */
    private static String encoded(String value) {
        return value.contains("${")
                ? value
                : URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String reference(Planned maker) {
        return "${" + maker.name() + ".id}";
    }

    /** What the query must have, and in an operation without a body what distinguishes the requests. */
    private String query() {
        String query = described
                .parameters("query")
                .filter(parameter -> parameter.path("required").asBoolean()
                        || (body.isMissingNode() && Words.isReference(Described.name(parameter))))
                .map(Described::name)
                .map(name -> encoded(name) + "="
                        + (Words.isReference(name) ? SampleBodies.UNIQUE : encoded(example("query", name))))
                .reduce((left, right) -> left + "&" + right)
                .orElse("");
        return query.isEmpty() ? "" : "?" + query;
    }

    private ObjectNode headers() {
        ObjectNode headers = JsonNodeFactory.instance.objectNode();
        described
                .mediaType()
                .or(() -> described.text().map(Described.Text::type))
                .or(() -> described
                        .fileType()
                        .map(type -> BodyFile.of(one.name(), type).type()))
                .filter(type -> !type.equals("application/json") && !type.equals("*/*"))
                .ifPresent(type -> headers.put("Content-Type", type));
        String header = own.filter(KeySection.Own::isHeader)
                .map(place -> place.name().toLowerCase(Locale.ROOT))
                .orElse(key.header());
        described.parameters("header").forEach(parameter -> {
            String name = Described.name(parameter);
            String lower = name.toLowerCase(Locale.ROOT);
            boolean isSignature = delivery.filter(guess -> guess.signs(lower)).isPresent();
            if (parameter.path("required").asBoolean()
                    && !NOT_OURS.contains(lower)
                    && !lower.equals(header)
                    && !isSignature) {
                headers.put(name, header(name));
            }
        });
        delivery.flatMap(DeliveryGuess::idHeader).ifPresent(name -> headers.put(name, SampleBodies.UNIQUE));
        return headers;
    }

    /** What is secret, such as a signature, is not in a file. */
    private String header(String name) {
        if (SecretName.isSecret(name)) {
            return "${env:" + Words.snake(name).toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_") + "}";
        }
        return Words.isReference(name) ? SampleBodies.UNIQUE : example("header", name);
    }

    private JsonNode body() {
        Map<String, String> parents = new LinkedHashMap<>();
        members.keySet()
                .forEach(member -> plan.ofMember(member)
                        .filter(before::contains)
                        .ifPresent(parent -> parents.put(member, reference(parent))));
        JsonNode drafted = SampleBodies.drafted(
                described,
                plan.sample(one),
                members,
                parents,
                own.map(place -> Set.of(place.name())).orElse(key.members()));
        String amount = SampleBodies.amount(drafted);
        if (one.role() == Role.REVERSE && amount != null && drafted instanceof ObjectNode object) {
            before.stream()
                    .findFirst()
                    .map(parent -> plan.sample(parent).path(amount))
                    .filter(whole -> whole.isNumber()
                            && whole.decimalValue()
                                            .compareTo(object.path(amount).decimalValue())
                                    <= 0)
                    .ifPresent(whole -> object.set(amount, SampleBodies.part(whole)));
        }
        return drafted;
    }

    private JsonNode schema(String member) {
        return members.getOrDefault(member, MissingNode.getInstance());
    }

    private ObjectNode intent() {
        ObjectNode intent = JsonNodeFactory.instance.objectNode();
        SampleBodies.xml(described)
                .ifPresent(unused -> intent.setAll(new XmlSample(body.asText()).intent(one.role() == Role.REVERSE)));
        body.properties()
                .forEach(member -> SampleBodies.another(
                                member.getKey(), member.getValue(), schema(member.getKey()), one.role() == Role.REVERSE)
                        .ifPresent(value -> intent.set(place(member.getKey()), value)));
        return intent;
    }

    private String place(String member) {
        return (SampleBodies.isParts(described) ? BodyKind.PARTS : BodyKind.JSON).place(member);
    }

    /** What is followed to its end may be accepted (202) or done at once, so that any success counts. */
    private Optional<JsonNode> success() {
        List<String> statuses = described.responses().keySet().stream()
                .filter(status -> status.matches("(?i)2(\\d\\d|XX)"))
                .sorted()
                .toList();
        if (poll.isPresent() || statuses.isEmpty() || described.isWebhook()) {
            return Optional.empty();
        }
        if (statuses.stream().anyMatch(status -> !status.matches("\\d+"))) {
            return Optional.of(TextNode.valueOf("2xx"));
        }
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        statuses.forEach(status -> all.add(Integer.parseInt(status)));
        return Optional.of(all.size() == 1 ? all.get(0) : all);
    }

    /** Where a success has the id; the usual place where others need it and the document does not say. */
    private Optional<ResultId> id() {
        if (described.isWebhook()) {
            return Optional.empty();
        }
        return poll.flatMap(PollGuess::id)
                .map(pointer -> new ResultId(pointer, false))
                .or(() -> ResultId.of(described, one.name()))
                .or(() -> plan.isNeeded(one) ? Optional.of(new ResultId("/id", true)) : Optional.empty());
    }

    /** The path under which the result is read: that of one of the collection, or the operation's own. */
    private Optional<String> read() {
        String template = described.path();
        if (described.isWebhook()) {
            return Optional.empty();
        }
        boolean own = template.endsWith("}") && !described.method().equals("delete");
        if (own && described.document().operation("get", template).findAny().isPresent()) {
            return Optional.of(path(template, one.role() == Role.CREATE));
        }
        boolean ofOne = described.document().reads().stream()
                .map(Described::path)
                .anyMatch(path ->
                        path.startsWith(template + "/{") && path.indexOf('}', template.length()) == path.length() - 1);
        return ofOne && described.method().equals("post")
                ? Optional.of(path(template, false) + "/" + reference(one))
                : Optional.empty();
    }

    private Optional<ObjectNode> listing() {
        return described.method().equals("post")
                ? described
                        .document()
                        .operation("get", described.path())
                        .flatMap(list -> ListingGuess.of(list, path(described.path(), false), body).stream())
                        .findFirst()
                : Optional.empty();
    }

    private static ObjectNode object(String name, String value) {
        return JsonNodeFactory.instance.objectNode().put(name, value);
    }

    private static ObjectNode object(String name, JsonNode value) {
        return JsonNodeFactory.instance.objectNode().set(name, value);
    }
}
