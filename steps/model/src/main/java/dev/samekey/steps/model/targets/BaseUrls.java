package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.net.Hosts;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The URLs of a target as people write them: one without a list, with a slash at its end, or without {@code http://}. */
final class BaseUrls {
    private static final String URLS = "urls";
    private static final Pattern NO_SCHEME = Pattern.compile("([\\w.-]+|\\[[0-9A-Fa-f:]+])(:\\d+)?(/.*)?");

    /** What was meant as http or https: with a letter or a sign too few, or too many. */
    private static final Pattern MEANT =
            Pattern.compile("(?i)(h{0,2}t{1,3}p{1,2}|htt(?=sp))(s?)p?(:/*|//+)(?!\\d+(?:/.*)?$)([^/:].*)");

    private static final Pattern RIGHT = Pattern.compile("(?i)https?://[^/].*");

    private BaseUrls() {}

    /**
     * The same file with URLs that a path can be put after, as far as it is clear what is meant.
     *
     * @throws BadFile when the scheme is missing and another machine is meant
     */
    static YamlFile plain(YamlFile file) {
        JsonNode named = file.tree().path(URLS);
        if (named.isTextual()) {
            ArrayNode one = JsonNodeFactory.instance.arrayNode();
            return with(file, one.add(plain(file, List.of(URLS), named.textValue())));
        }
        if (!named.isArray()) {
            return file;
        }
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < named.size(); i++) {
            JsonNode one = named.get(i);
            if (one.isTextual()) {
                all.add(plain(file, List.of(URLS, String.valueOf(i)), one.textValue()));
            } else {
                all.add(one);
            }
        }
        return with(file, all);
    }

    private static YamlFile with(YamlFile file, ArrayNode urls) {
        ObjectNode tree = file.tree().deepCopy();
        return file.with(tree.set(URLS, urls));
    }

    private static String plain(YamlFile file, List<String> place, String text) {
        String bare = text.strip().replaceAll("(?<=[^/])/+$", "");
        Matcher host = NO_SCHEME.matcher(bare);
        if (!host.matches() || isMisspelt(bare)) {
            mustBeBase(file, place, bare);
            return bare;
        }
        if (!Hosts.isHere(host.group(1))) {
            throw file.error(place, "«" + bare + "» does not say whether it is http or https: write https://" + bare);
        }
        mustBeBase(file, place, "http://" + bare);
        return "http://" + bare;
    }

    private static void mustBeBase(YamlFile file, List<String> place, String bare) {
        Matcher meant = MEANT.matcher(bare);
        if (isMisspelt(bare) && meant.matches()) {
            String right = "http" + meant.group(2).toLowerCase(Locale.ROOT) + "://" + meant.group(4);
            throw file.error(place, "«" + withoutUser(bare) + "» is no URL: write " + withoutUser(right));
        }
        if (bare.startsWith("//")) {
            throw file.error(place, "«" + bare + "» does not say whether it is http or https: write https:" + bare);
        }
        if (bare.startsWith("/")) {
            throw file.error(place, "«" + bare + "» is a path without a host: write https://staging.example" + bare);
        }
        if (bare.matches(":\\d{1,5}(/.*)?")) {
            throw file.error(place, "«" + bare + "» has no host: write http://localhost" + bare);
        }
        if (!PathCheck.isBase(bare)) {
            throw file.error(
                    place,
                    "«" + withoutUser(bare) + "» is no URL such as https://staging.example or"
                            + " https://staging.example/v1");
        }
    }

    private static boolean isMisspelt(String bare) {
        return MEANT.matcher(bare).matches() && !RIGHT.matcher(bare).matches();
    }

    private static String withoutUser(String url) {
        return url.replaceFirst("//[^/@]*@", "//");
    }
}
