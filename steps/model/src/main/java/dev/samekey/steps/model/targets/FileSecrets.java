package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.file.YamlFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The secrets that stand in a target file itself, by their members and by their form. */
final class FileSecrets {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:([^}]*)}");

    /** What says who somebody is, or what runs the target: a header there is for nobody else to read. */
    private static final Set<String> OWN =
            Set.of("principals", "clock", "cleanup", "restart_replica", "store", "lifecycle", "oracles");

    /** Members that are a secret wherever they stand. */
    private static final Set<String> SECRETS =
            Set.of("secret", "password", "secret_key", "session_token", "access_key");

    private static final Set<String> COMMANDS = Set.of("start", "command");

    /** What says nothing about a request. */
    private static final Set<String> OTHERS = Set.of("contract", "profiles", "not_offered", "gate", "limits", "key");

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][\\w-]*) +(\\S+)");
    private static final Pattern IN_URL = Pattern.compile("://[^/@:\\s]*:([^/@\\s]+)@|[?&;]([\\w.-]+)=([^&;#\\s]+)");
    private static final Pattern OPTION = Pattern.compile("--?([\\w-]+)=(\\S+)");

    /** A shorter text of letters is a word: to hide it everywhere would hide half of a report. */
    private static final Pattern WORD = Pattern.compile("[\\p{L}_-]{1,11}");

    /** So short a value is found in too much if nothing says that it is a secret. */
    private static final int LONG = 8;

    private final YamlFile file;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final List<LiteralSecret> literals = new ArrayList<>();
    /** By the name of each variable that is proposed, what is to stand in it. */
    private final Map<String, String> proposed = new HashMap<>();

    FileSecrets(YamlFile file) {
        this.file = file;
        file.tree().properties().stream()
                .filter(member -> !OTHERS.contains(member.getKey()))
                .forEach(member -> at(List.of(member.getKey()), member.getValue()));
    }

    /** What stands in a report in the place of each. */
    Map<String, String> names() {
        return names;
    }

    List<LiteralSecret> literals() {
        return literals;
    }

    private void at(List<String> path, JsonNode node) {
        String name = path.get(path.size() - 1);
        switch (name) {
            case "headers" -> node.properties().forEach(one -> header(longer(path, one.getKey()), one.getValue()));
            case "body", "intent", "sandbox" -> body(path, node);
            case "environment", "parameters", "query" ->
                node.properties().forEach(one -> named(longer(path, one.getKey()), one.getKey(), one.getValue()));
            case "contract" -> {}
            default -> {
                if (node.isArray() && COMMANDS.contains(name)) {
                    words(path, node);
                } else if (node.isTextual() && SECRETS.contains(name)) {
                    found(path, node.textValue(), List.of(node.textValue()));
                } else if (node.isTextual()) {
                    url(path, node.textValue());
                } else {
                    each(path, node);
                }
            }
        }
    }

    private void each(List<String> path, JsonNode node) {
        node.properties().forEach(one -> at(longer(path, one.getKey()), one.getValue()));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            at(longer(path, String.valueOf(i)), node.get(i));
        }
    }

    private void header(List<String> path, JsonNode node) {
        String name = path.get(path.size() - 1);
        String value = node.asText();
        if (SecretName.isPublicHeader(name)) {
            return;
        }
        Matcher scheme = SCHEME.matcher(value);
        if (name.toLowerCase(Locale.ROOT).contains("cookie")) {
            found(path, value, cookies(value));
        } else if (SecretName.isSecret(name)) {
            found(path, value, List.of(scheme.matches() ? scheme.group(2) : value));
        } else if (OWN.contains(path.get(0)) && value.length() >= LONG && !isWord(value)) {
            found(path, value, List.of(value));
        } else {
            known(path, value);
        }
    }

    private static List<String> cookies(String value) {
        return Stream.of(value.split(";"))
                .map(pair -> pair.substring(pair.indexOf('=') + 1).strip())
                .toList();
    }

    /** A form or JSON, in which a member says by its name that it is a secret. What signs a principal in is one by itself. */
    private void body(List<String> path, JsonNode node) {
        if (node.isContainerNode()) {
            node.properties().forEach(one -> body(longer(path, one.getKey()), one.getValue()));
            for (int i = 0; node.isArray() && i < node.size(); i++) {
                body(longer(path, String.valueOf(i)), node.get(i));
            }
            return;
        }
        String pointer = path.get(path.size() - 1);
        String name = pointer.substring(pointer.lastIndexOf('/') + 1);
        String value = node.asText();
        boolean signsIn = path.get(0).equals("principals") && value.length() >= LONG && !isWord(value);
        if (signsIn || SecretName.isSecretMember(name) || (SecretName.isSecret(name) && Telltale.isKey(value))) {
            found(path, value, List.of(value));
        } else {
            known(path, value);
        }
    }

    private void named(List<String> path, String name, JsonNode value) {
        if (SecretName.isSecret(name)) {
            found(path, value.asText(), List.of(value.asText()));
        } else {
            url(path, value.asText());
        }
    }

    /** The words of a command: one may be the value of the option before it. */
    private void words(List<String> path, JsonNode command) {
        String before = "";
        for (int i = 0; i < command.size(); i++) {
            String word = command.get(i).asText();
            List<String> place = longer(path, String.valueOf(i));
            Matcher option = OPTION.matcher(word);
            if (option.matches() && SecretName.isSecret(option.group(1))) {
                found(place, word, List.of(option.group(2)));
            } else if (before.startsWith("-") && !before.contains("=") && SecretName.isSecret(before)) {
                found(place, word, List.of(word));
            } else {
                url(place, word);
            }
            before = word;
        }
    }

    private void url(List<String> path, String text) {
        List<String> parts = new ArrayList<>();
        Matcher part = IN_URL.matcher(text);
        while (part.find()) {
            if (part.group(1) != null) {
                parts.add(part.group(1));
            } else if (SecretName.isSecretParameter(part.group(2))) {
                parts.add(part.group(3));
            }
        }
        if (parts.isEmpty()) {
            known(path, text);
        } else {
            found(path, text, parts);
        }
    }

    /** What shows by its form that it is a secret. */
    private void known(List<String> path, String text) {
        found(path, text, Telltale.in(text));
    }

    /** @param parts what of the value is secret; what refers to something else is none */
    private void found(List<String> path, String value, List<String> parts) {
        String instead = value;
        for (String part : parts) {
            if (!part.contains("${") && part.length() >= Replacements.SHORTEST) {
                String shown = "‹" + name(path) + " of " + owner(path) + "›";
                (isWord(part) ? around(path, value, part) : Map.of(part, part))
                        .forEach((text, secret) -> names.putIfAbsent(text, text.replace(secret, shown)));
                instead = instead.replace(part, "${env:" + variable(path, part) + "}");
            }
        }
        if (!instead.equals(value)) {
            literals.add(new LiteralSecret(file.place(path), String.join(".", path), instead));
        }
    }

    /** A word is hidden where its name, or what else its value has, stands before it. */
    private static Map<String, String> around(List<String> path, String value, String word) {
        String name = path.get(path.size() - 1);
        String whole = value.substring(0, value.indexOf(word));
        // Each cookie has a name of its own.
        String before = whole.substring(whole.lastIndexOf(';') + 1).stripLeading();
        List<String> texts = before.isBlank()
                ? List.of(name + ": " + word, name + "=" + word, "\"" + name + "\":\"" + word + "\"")
                : List.of(before + word);
        Map<String, String> around = new HashMap<>();
        texts.forEach(text -> around.put(text, word));
        return around;
    }

    private static boolean isWord(String text) {
        return WORD.matcher(text).matches();
    }

    private static String name(List<String> path) {
        String last = path.get(path.size() - 1);
        return last.matches("\\d+") ? path.get(path.size() - 2) : last;
    }

    /** The principal, the operation or the oracle that it is of, or the member at the top. */
    private static String owner(List<String> path) {
        return path.size() > 2
                        && Set.of("principals", "tenants", "operations", "counterparts", "oracles")
                                .contains(path.get(0))
                ? path.get(1)
                : path.get(0);
    }

    /** Such as {@code ALICE_TOKEN}; each secret has one of its own. */
    private String variable(List<String> path, String secret) {
        String first = variable(path);
        return IntStream.iterate(1, number -> number + 1)
                .mapToObj(number -> number == 1 ? first : first + "_" + number)
                .filter(name -> secret.equals(proposed.computeIfAbsent(name, unused -> secret)))
                .findFirst()
                .orElseThrow();
    }

    private static String variable(List<String> path) {
        String name = name(path).equalsIgnoreCase("Authorization") ? "token" : name(path);
        return Stream.of(owner(path), name)
                .map(word -> word.toUpperCase(Locale.ROOT)
                        .replaceAll("[^A-Z0-9]+", "_")
                        .replaceAll("^_|_$", ""))
                .collect(Collectors.joining("_"));
    }

    private static List<String> longer(List<String> path, String last) {
        List<String> longer = new ArrayList<>(path);
        longer.add(last);
        return longer;
    }

    /** By the value, the name of each variable in some members that say who somebody is. */
    static Map<String, String> variables(YamlFile raw, Map<String, String> environment) {
        List<JsonNode> places = new ArrayList<>();
        raw.tree().path("principals").forEach(places::add);
        raw.tree().path("tenants").forEach(places::add);
        raw.tree().path("operations").forEach(places::add);
        raw.tree().path("counterparts").forEach(counterpart -> places.add(counterpart.at("/nats/url")));
        for (String place : List.of("clock", "cleanup", "restart_replica", "tls", "proxy", "client", "conditions")) {
            places.add(raw.tree().path(place));
        }
        // What a target is started with is mostly no secret, and what its name and its URLs say is none.
        String open = raw.tree().path("name") + " " + raw.tree().path("urls")
                + raw.tree().path("contract");
        for (String place : List.of("/lifecycle/start", "/lifecycle/environment")) {
            VARIABLE.matcher(raw.tree().at(place).toString())
                    .results()
                    .filter(variable -> !open.contains(variable.group())
                            && !open.contains(environment.getOrDefault(variable.group(1), variable.group())))
                    .map(MatchResult::group)
                    .forEach(variable -> places.add(TextNode.valueOf(variable)));
        }
        for (String place : List.of("/lifecycle/ready", "/store/cut", "/store/restore", "/oracles/log/command")) {
            places.add(raw.tree().at(place));
        }
        raw.tree().at("/oracles/database").forEach(places::add);
        for (String place : List.of("log/loki", "log/elasticsearch", "metrics/promql", "traces/jaeger", "lookup")) {
            places.add(raw.tree().at("/oracles/" + place + "/headers"));
        }
        Map<String, String> variables = new HashMap<>();
        for (JsonNode place : places) {
            Matcher variable = VARIABLE.matcher(place.toString());
            while (variable.find()) {
                variables.put(environment.getOrDefault(variable.group(1), ""), "$" + variable.group(1));
            }
        }
        return variables;
    }
}
