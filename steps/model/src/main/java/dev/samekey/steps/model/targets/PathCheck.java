package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.file.YamlFile;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether what the file calls a path can stand in a request (RFC 3986, sections 3.3 and 3.4). */
record PathCheck(YamlFile file) {
    private static final List<String> PLACES =
            List.of("operations", "clock", "cleanup", "restart_replica", "store", "lifecycle", "oracles");
    private static final Set<String> NAMES = Set.of("path", "read", "ready");
    /** Whatever stands in these is sent as it is. */
    private static final Set<String> OTHERS = Set.of("body", "headers", "intent", "sandbox", "where", "environment");

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^}]*}");
    private static final Pattern ILLEGAL =
            Pattern.compile("%(?![0-9A-Fa-f]{2})|[^%A-Za-z0-9._~!$&'()*+,;=:@/?-]", Pattern.UNICODE_CHARACTER_CLASS);

    void all() {
        PLACES.forEach(place -> inside(List.of(place), file.tree().path(place)));
    }

    /** Whether a path can be put after it: a URL of a server, or of a folder on it, without a slash at its end. */
    static boolean isBase(String text) {
        try {
            URI url = new URI(text);
            return url.getHost() != null
                    && List.of("http", "https").contains(String.valueOf(url.getScheme()))
                    && (url.getPort() == -1 || Target.Store.isPort(url.getPort()))
                    && url.getQuery() == null
                    && url.getFragment() == null
                    && !text.endsWith("/");
        } catch (URISyntaxException none) {
            return false;
        }
    }

    private void inside(List<String> path, JsonNode node) {
        node.properties().forEach(member -> {
            List<String> place = longer(path, member.getKey());
            if (NAMES.contains(member.getKey()) && member.getValue().isTextual()) {
                mustBePath(place, member.getValue().textValue());
            } else if (!OTHERS.contains(member.getKey())) {
                inside(place, member.getValue());
            }
        });
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            inside(longer(path, String.valueOf(i)), node.get(i));
        }
    }

    private void mustBePath(List<String> place, String path) {
        // Where events come from over a broker is a subject.
        if (!path.startsWith("/") && !path.startsWith("${") && !place.contains("source")) {
            throw file.error(place, "«" + path + "» is no path such as /" + path);
        }
        Matcher illegal = ILLEGAL.matcher(REFERENCE.matcher(path).replaceAll(""));
        if (illegal.find()) {
            throw file.error(
                    place,
                    "«" + path + "» has «" + illegal.group() + "», which no path may have: write "
                            + URLEncoder.encode(illegal.group(), StandardCharsets.UTF_8)
                                    .replace("+", "%20"));
        }
    }

    private static List<String> longer(List<String> path, String last) {
        List<String> longer = new ArrayList<>(path);
        longer.add(last);
        return longer;
    }
}
