package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Document;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who sends: one principal with all that the operations of a draft want of a sender. */
final class PrincipalSection {
    private static final String AUTHORIZATION = "Authorization";
    private static final String EXAMPLE = "principals: {alice: {headers: {Authorization: \"Bearer ${env:TOKEN}\"}}}";

    private final Document document;
    private final List<Described> operations;
    private final ObjectNode headers = JsonNodeFactory.instance.objectNode();
    private final ObjectNode token = JsonNodeFactory.instance.objectNode();
    private final ObjectNode sign = JsonNodeFactory.instance.objectNode();
    private final List<String> notDrafted = new ArrayList<>();

    PrincipalSection(Document document, List<Described> operations) {
        this.document = document;
        this.operations = operations;
        schemes().forEach(this::credential);
        if (isEmpty() && notDrafted.isEmpty() && refusesStrangers()) {
            headers.put(AUTHORIZATION, "Bearer ${env:TOKEN}");
        }
    }

    private boolean isEmpty() {
        return headers.isEmpty() && token.isEmpty() && sign.isEmpty();
    }

    /** Of one whose credentials no document has. */
    static void ofConsumer(Page page) {
        page.comment(0, "Where your consumer wants to know who sends:").comment(0, EXAMPLE);
    }

    void write(Page page) {
        if (isEmpty()) {
            page.comment(0, "The document says of no header who sends. Where your API wants to know:")
                    .comment(0, EXAMPLE);
        } else {
            String guess = schemesInUse().isEmpty() ? "guess: no operation says which scheme it wants; " : "";
            ObjectNode principal = JsonNodeFactory.instance.objectNode();
            Map.of("headers", headers, "token", token, "sign", sign).entrySet().stream()
                    .filter(member -> !member.getValue().isEmpty())
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(member -> principal.set(member.getKey(), member.getValue()));
            page.open(0, "principals", guess + "the environment has the secrets; SCP-1 wants a second one who sends")
                    .member(2, "alice", principal, "")
                    .comment(2, "bob: " + principal.toString().replaceAll("(\\$\\{env:[^}]*)}", "$1_2}"));
        }
        notDrafted.forEach(scheme -> page.comment(2, "Not drafted: the security scheme " + scheme));
    }

    /** Those that are in use, or else the first that the document has. */
    private Set<String> schemes() {
        Set<String> used = schemesInUse();
        return used.isEmpty()
                ? document.tree().at("/components/securitySchemes").properties().stream()
                        .limit(1)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet())
                : used;
    }

    /** Whether an operation answers 401, and so wants to know who sends. */
    private boolean refusesStrangers() {
        return operations.stream().anyMatch(one -> one.responses().containsKey("401"));
    }

    /** The schemes of the first way in, of the document and of each operation that they do not let in yet. */
    private Set<String> schemesInUse() {
        Set<String> used = new LinkedHashSet<>();
        for (JsonNode level : levels().toList()) {
            boolean isLetIn = ways(level).anyMatch(way -> used.containsAll(names(way)));
            ways(level).limit(isLetIn ? 0 : 1).forEach(way -> used.addAll(names(way)));
        }
        return used;
    }

    private Stream<JsonNode> levels() {
        return Stream.concat(Stream.of(document.tree()), operations.stream().map(Described::node));
    }

    private static Stream<JsonNode> ways(JsonNode level) {
        return level.path("security").valueStream();
    }

    private static List<String> names(JsonNode way) {
        return way.properties().stream().map(Map.Entry::getKey).toList();
    }

    private void credential(String name) {
        JsonNode scheme = document.resolved(
                document.tree().at("/components/securitySchemes").path(name));
        String type = scheme.path("type").asText() + " "
                + scheme.path("scheme").asText().toLowerCase(Locale.ROOT);
        String in = scheme.path("in").asText();
        String parameter = scheme.path("name").asText();
        Optional<JsonNode> grant = grant(scheme.path("flows"), name);
        if (grant.isPresent() && type.startsWith("oauth2")) {
            token(name, (ObjectNode) grant.get());
        } else if (type.equals("http basic")) {
            header(name, AUTHORIZATION, "Basic ", "CREDENTIALS");
        } else if (type.equals("http bearer") || type.startsWith("oauth2") || type.startsWith("openIdConnect")) {
            header(name, AUTHORIZATION, "Bearer ", "TOKEN");
        } else if (scheme.path("x-amazon-apigateway-authtype").asText().equalsIgnoreCase("awsSigv4")) {
            sign.putObject("aws")
                    .put("region", "${env:AWS_REGION}")
                    .put("service", scheme.path("x-samekey-service").asText("execute-api"))
                    .put("access_key", "${env:AWS_ACCESS_KEY_ID}")
                    .put("secret_key", "${env:AWS_SECRET_ACCESS_KEY}");
        } else if (type.startsWith("apiKey") && in.equals("header")) {
            header(name, parameter, "", "API_KEY");
        } else if (type.startsWith("apiKey") && in.equals("cookie")) {
            header(name, "Cookie", parameter + "=", "API_KEY");
        } else if (type.startsWith("apiKey") && in.equals("query")) {
            notDrafted.add(name + ", a parameter of the query: add " + parameter + "=${env:API_KEY} to each path");
        } else if (type.startsWith("mutualTLS")) {
            notDrafted.add(
                    name + ", a certificate of the client: name it in the file, as tls: {certificate: client.pem}");
        } else {
            notDrafted.add(name + ": say in «headers», «token» or «sign» of the principal how it works");
        }
    }

    /** A second credential for one header would take the place of the first. */
    private void header(String scheme, String header, String before, String variable) {
        boolean isTaken = headers.has(header) || (header.equals(AUTHORIZATION) && !token.isEmpty());
        String credential = before + "${env:" + variable(scheme, variable) + "}";
        if (isTaken) {
            notDrafted.add(scheme + ", for " + header + " has another credential: write " + header + ": \"" + credential
                    + "\" into the «headers» of the operations that want it");
        } else {
            headers.put(header, credential);
        }
    }

    private void token(String scheme, ObjectNode grant) {
        if (headers.has(AUTHORIZATION) || !token.isEmpty()) {
            notDrafted.add(scheme + ", for " + AUTHORIZATION
                    + " has another credential: make a target file of its own for the operations that want this one");
        } else {
            token.setAll(grant);
        }
    }

    /** Two credentials are two variables. */
    private String variable(String scheme, String usual) {
        boolean isTaken = headers.toString().contains("${env:" + usual + "}");
        return isTaken ? usual + "_" + Words.snake(scheme).toUpperCase(Locale.ROOT) : usual;
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
        // One token is for all operations.
        String scope = levels().flatMap(PrincipalSection::ways)
                .flatMap(way -> way.path(scheme).valueStream())
                .map(JsonNode::asText)
                .distinct()
                .collect(Collectors.joining(" "));
        if (!scope.isEmpty()) {
            grant.put("scope", scope);
        }
        return Optional.of(JsonNodeFactory.instance
                .objectNode()
                .set(client.isMissingNode() ? "password" : "client_credentials", grant));
    }
}
