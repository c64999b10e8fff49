package dev.samekey.server.http;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A path with places for parameters, such as {@code /payments/{id}}. */
record PathTemplate(String text) {
    /** The parameters of a path that has this form. */
    Optional<Map<String, String>> match(String path) {
        String[] places = text.split("/", -1);
        String[] segments = path.split("/", -1);
        Map<String, String> found = new TreeMap<>();
        boolean matches = places.length == segments.length;
        for (int i = 0; matches && i < places.length; i++) {
            if (isParameter(places[i])) {
                found.put(places[i].substring(1, places[i].length() - 1), segments[i]);
            } else {
                matches = places[i].equals(segments[i]);
            }
        }
        return matches ? Optional.of(found) : Optional.empty();
    }

    /** The path with these parameters. */
    String fill(Map<String, String> parameters) {
        String path = text;
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            path = path.replace("{" + parameter.getKey() + "}", parameter.getValue());
        }
        return path;
    }

    private static boolean isParameter(String place) {
        return place.startsWith("{");
    }
}
