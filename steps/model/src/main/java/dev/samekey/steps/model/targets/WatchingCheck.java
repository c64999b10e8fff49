package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.database.RecordTable;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the types alone do not say of log, metrics, traces and lookup. */
record WatchingCheck(YamlFile file, Target target) {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");

    void all() {
        mustHaveOne("log", "file", "command", "loki", "elasticsearch");
        mustHaveOne("metrics", "path", "url", "promql");
        mustHaveOne("traces", "listen", "jaeger");
        for (String place : List.of("log/loki", "log/elasticsearch", "metrics", "metrics/promql", "traces/jaeger")) {
            url(place);
        }
        if (file.tree().at("/oracles/log/command").isArray()
                && file.tree().at("/oracles/log/command").isEmpty()) {
            throw file.error(List.of("oracles", "log", "command"), "is empty");
        }
        Telemetry.Traces traces = target.oracles().traces();
        if (traces != null && traces.listen() != null && !Target.Store.isPort(traces.listen())) {
            throw file.error(List.of("oracles", "traces", "listen"), "«" + traces.listen() + "» is no port");
        }
        lookup(target.oracles().lookup());
    }

    private void mustHaveOne(String oracle, String... members) {
        JsonNode node = file.tree().at("/oracles/" + oracle);
        long named = List.of(members).stream().filter(node::hasNonNull).count();
        if (node.isObject() && named != 1) {
            throw file.error(
                    List.of("oracles", oracle),
                    "should have one of " + List.of(members).stream().collect(Collectors.joining(", ")));
        }
    }

    private void url(String place) {
        JsonNode node = file.tree().at("/oracles/" + place + "/url");
        if (node.isValueNode()) {
            String url = node.asText();
            if (!PathCheck.isBase(url)) {
                List<String> path = new ArrayList<>(List.of("oracles"));
                path.addAll(List.of(place.split("/", -1)));
                path.add("url");
                throw file.error(path, "«" + url + "» is no URL such as http://loki:3100, without a slash at its end");
            }
        }
    }

    private void lookup(Telemetry.@Nullable Lookup lookup) {
        if (lookup == null) {
            return;
        }
        List<String> path = List.of("oracles", "lookup", "path");
        Matcher reference = REFERENCE.matcher(lookup.path());
        while (reference.find()) {
            if (!reference.group(1).equals("key")) {
                throw file.error(
                        path, reference.group() + " is not known" + Nearest.hint(reference.group(1), Set.of("key")));
            }
        }
        if (!lookup.path().contains("${key}")) {
            throw file.error(path, "says nowhere which key: write ${key}");
        }
        Map<String, String> headers = lookup.headers();
        if (headers != null) {
            new TokenCheck(file, target).headers(List.of("oracles", "lookup", "headers"), headers);
        }
        mustBePointer("state", lookup.state());
        mustBePointer("resource", lookup.resource());
        lookup.states().keySet().stream()
                .filter(state -> !RecordTable.STATES.contains(state))
                .forEach(state -> {
                    throw file.error(
                            List.of("oracles", "lookup", "states", state),
                            "is not known" + Nearest.hint(state, RecordTable.STATES));
                });
    }

    private void mustBePointer(String member, @Nullable String pointer) {
        if (pointer != null && !pointer.startsWith("/")) {
            throw file.error(
                    List.of("oracles", "lookup", member), "«" + pointer + "» is no JSON pointer such as /" + pointer);
        }
    }
}
