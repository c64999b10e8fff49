package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.author.draft.RolePlan.Planned;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.targets.Role;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A first target file for the API of a document. What the document does not say is guessed, and each guess is called one in
 * a comment. It allows no writes: a person does.
 */
public final class Draft {
    private static final String NOWHERE = "http://localhost:8080";
    private static final String TEST = ".*(sandbox|staging|stage|test|dev|local|127\\.0\\.0\\.1|uat|demo).*";

    /** Where an editor finds the form of target files, seen from the draft. */
    public static final String SCHEMA = ".samekey/target.schema.json";

    private final Document document;
    private final String place;
    private final KeySection key;
    private final RolePlan plan;

    /**
     * Drafts the file.
     *
     * @param place where the target file finds the document
     * @throws BadFile when the document names nothing that could be judged
     */
    public Draft(Document document, String place) {
        this.document = document;
        this.place = place;
        this.key = new KeySection(document);
        this.plan = new RolePlan(document);
        if (plan.operations().isEmpty()) {
            throw document.error(List.of("paths"), "names no unsafe operation that could be judged" + reasons());
        }
    }

    /** The operations of the file by name, each with its role. */
    public Map<String, String> operations() {
        Map<String, String> roles = new java.util.LinkedHashMap<>();
        judgedOrNeeded().forEach(one -> roles.put(one.name(), one.described().title()));
        return roles;
    }

    /** The file's text. */
    @Override
    public String toString() {
        String title = document.tree().at("/info/title").asText("My API");
        Page page = new Page();
        page.comment(0, "yaml-language-server: $schema=" + SCHEMA)
                .comment(
                        0,
                        "Drafted from the OpenAPI document " + place
                                + ". «guess» marks what the document does not say.")
                .comment(0, "Read it through, then let «samekey check» try each operation once.")
                .member(0, "name", title, "")
                .member(0, "openapi", place, "")
                .member(0, "urls", JsonNodeFactory.instance.arrayNode().add(urls().get(0)), urlComment());
        urls().stream().skip(1).forEach(url -> page.comment(2, "- " + url));
        page.comment(
                        0,
                        "writes: allowed   # without this line nothing unsafe is sent: take the # away when you mean it")
                .blank();
        key.write(page, title);
        page.blank();
        principals(page);
        page.blank().open(0, "operations", "");
        judgedOrNeeded().forEach(one -> new OperationSection(plan, key, one).write(page));
        plan.leftOut().forEach((title_, why) -> page.comment(0, "Left out: " + title_ + " (" + why + ")"));
        plan.operations().stream()
                .filter(one -> !judgedOrNeeded().contains(one))
                .forEach(one -> page.comment(
                        0, "Left out: " + one.described().title() + " (the document declares no key for it)"));
        notOffered(page);
        return page.toString();
    }

    /** What the document declares no key for is not judged; it stays where others come after it. */
    private List<Planned> judgedOrNeeded() {
        return plan.operations().stream()
                .filter(one -> !key.isDeclared()
                        || key.isDeclaredFor(one.described())
                        || one.role() == Role.EVENT
                        || plan.operations().stream()
                                .anyMatch(other -> key.isDeclaredFor(other.described())
                                        && plan.before(other).contains(one)))
                .toList();
    }

    private String reasons() {
        return plan.leftOut().isEmpty() ? "" : ": " + plan.leftOut();
    }

    /** What looks like a place for tests comes first: several servers are no replicas of one another. */
    private List<String> urls() {
        List<String> urls = new ArrayList<>();
        document.tree().path("servers").forEach(server -> {
            String url = absolute(server);
            if (url.isEmpty()) {
                return;
            }
            String said = (url + " " + server.path("description").asText()).toLowerCase(Locale.ROOT);
            urls.add(said.matches(TEST) ? 0 : urls.size(), url);
        });
        return urls.isEmpty() ? List.of(absolute(JsonNodeFactory.instance.objectNode())) : urls;
    }

    private String urlComment() {
        boolean named = document.tree()
                .path("servers")
                .valueStream()
                .anyMatch(server -> !absolute(server).isEmpty());
        String more = urls().size() > 1 ? "the document names these too:" : "";
        return named && !urls().get(0).startsWith(NOWHERE) ? more : "guess: the document names no host";
    }

    /** The URL of a server with its variables filled; relative ones start at the document, where that has a URL. */
    private String absolute(JsonNode server) {
        String url = server.path("url").asText("/");
        for (Map.Entry<String, JsonNode> variable : server.path("variables").properties()) {
            url = url.replace(
                    "{" + variable.getKey() + "}",
                    variable.getValue().path("default").asText());
        }
        try {
            URI base = URI.create(Document.isUrl(place) ? place : NOWHERE + "/");
            URI resolved = base.resolve(url);
            return resolved.getHost() == null ? "" : resolved.toString().replaceAll("/+$", "");
        } catch (IllegalArgumentException noUrl) {
            return "";
        }
    }

    private void principals(Page page) {
        ObjectNode headers = JsonNodeFactory.instance.objectNode();
        ObjectNode token = JsonNodeFactory.instance.objectNode();
        List<String> unknown = new ArrayList<>();
        schemes().forEach(name -> credential(name, headers, token, unknown));
        if (headers.isEmpty() && token.isEmpty() && unknown.isEmpty() && refusesStrangers()) {
            headers.put("Authorization", "Bearer ${env:TOKEN}");
        }
        if (headers.isEmpty() && token.isEmpty()) {
            page.comment(0, "The document says of no header who sends. Where your API wants to know:")
                    .comment(0, "principals: {alice: {headers: {Authorization: \"Bearer ${env:TOKEN}\"}}}");
        } else {
            String guess = schemesInUse().isEmpty() ? "guess: no operation says which scheme it wants; " : "";
            ObjectNode principal = JsonNodeFactory.instance.objectNode();
            if (!headers.isEmpty()) {
                principal.set("headers", headers);
            }
            if (!token.isEmpty()) {
                principal.set("token", token);
            }
            page.open(0, "principals", guess + "the environment has the secrets; SCP-1 wants a second one who sends")
                    .member(2, "alice", principal, "")
                    .comment(2, "bob: " + principal.toString().replaceAll("(\\$\\{env:[^}]*)}", "$1_2}"));
        }
        unknown.forEach(scheme -> page.comment(2, "Not drafted: " + scheme));
    }

    /** Those that are in use, or else the first that the document has. */
    private List<String> schemes() {
        List<String> used = schemesInUse();
        return used.isEmpty()
                ? document.tree().at("/components/securitySchemes").properties().stream()
                        .map(Map.Entry::getKey)
                        .limit(1)
                        .toList()
                : used;
    }

    /** Whether an operation answers 401, and so wants to know who sends. */
    private boolean refusesStrangers() {
        return document.unsafe().stream().anyMatch(one -> one.responses().containsKey("401"));
    }

    /** The schemes of the first way in, of the document or else of an operation. */
    private List<String> schemesInUse() {
        return ways().findFirst()
                .map(way -> way.properties().stream().map(Map.Entry::getKey).toList())
                .orElse(List.of());
    }

    /** The first way in of each level. */
    private Stream<JsonNode> ways() {
        return Stream.concat(
                        Stream.of(document.tree()), document.unsafe().stream().map(Described::node))
                .map(level -> level.at("/security/0"))
                .filter(way -> !way.isEmpty());
    }

    private void credential(String name, ObjectNode headers, ObjectNode token, List<String> unknown) {
        JsonNode scheme = document.resolved(
                document.tree().at("/components/securitySchemes").path(name));
        String type = scheme.path("type").asText() + " "
                + scheme.path("scheme").asText().toLowerCase(Locale.ROOT);
        String in = scheme.path("in").asText();
        Optional<JsonNode> grant = grant(scheme.path("flows"), name);
        if (grant.isPresent() && type.startsWith("oauth2")) {
            token.setAll((ObjectNode) grant.get());
        } else if (type.equals("http basic")) {
            headers.put("Authorization", "Basic ${env:CREDENTIALS}");
        } else if (type.equals("http bearer") || type.startsWith("oauth2") || type.startsWith("openIdConnect")) {
            headers.put("Authorization", "Bearer ${env:TOKEN}");
        } else if (type.startsWith("apiKey") && in.equals("header")) {
            headers.put(scheme.path("name").asText(), "${env:API_KEY}");
        } else if (type.startsWith("apiKey") && in.equals("cookie")) {
            headers.put("Cookie", scheme.path("name").asText() + "=${env:API_KEY}");
        } else if (type.startsWith("apiKey") && in.equals("query")) {
            String parameter = scheme.path("name").asText();
            unknown.add("the security scheme " + name + ", a parameter of the query: add " + parameter
                    + "=${env:API_KEY} to each path");
        } else if (type.startsWith("mutualTLS")) {
            unknown.add("the security scheme " + name
                    + ", a certificate of the client: name it in the file, as tls: {certificate: client.pem}");
        } else {
            unknown.add("the security scheme " + name);
        }
    }

    /** The grant that needs no person at a browser; nothing where the document has none. */
    private Optional<JsonNode> grant(JsonNode flows, String scheme) {
        JsonNode client = flows.path("clientCredentials");
        JsonNode password = flows.path("password");
        JsonNode flow = client.isMissingNode() ? password : client;
        String url = flow.path("tokenUrl").asText();
        if (url.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode grant = JsonNodeFactory.instance
                .objectNode()
                .put("url", Document.isUrl(url) || url.startsWith("/") ? url : "/" + url)
                .put("id", "${env:CLIENT_ID}")
                .put("secret", "${env:CLIENT_SECRET}");
        if (client.isMissingNode()) {
            grant.put("user", "${env:API_USER}").put("password", "${env:API_PASSWORD}");
        }
        String scope = ways().map(way -> way.path(scheme))
                .filter(scopes -> !scopes.isEmpty())
                .findFirst()
                .map(scopes -> scopes.valueStream().map(JsonNode::asText).collect(Collectors.joining(" ")))
                .orElse("");
        if (!scope.isEmpty()) {
            grant.put("scope", scope);
        }
        return Optional.of(JsonNodeFactory.instance
                .objectNode()
                .set(client.isMissingNode() ? "password" : "client_credentials", grant));
    }

    /** The roles that nothing plays, as a line to be taken in. */
    private void notOffered(Page page) {
        List<String> missing = Stream.of(Role.CREATE, Role.REVERSE, Role.UPDATE, Role.DELETE, Role.EVENT, Role.JOB)
                .filter(role -> plan.operations().stream().noneMatch(one -> one.role() == role))
                .map(role -> role.name().toLowerCase(Locale.ROOT))
                .toList();
        if (!missing.isEmpty()) {
            page.comment(0, "Where your API has no such operations, say so, and they are no gaps in the report:")
                    .comment(
                            0,
                            "not_offered: {"
                                    + String.join(
                                            ", ",
                                            missing.stream()
                                                    .map(role -> role + ": why")
                                                    .toList()) + "}");
        }
    }
}
