package dev.samekey.oracles.http;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** An address with its query, made of one parameter after another. */
public record Query(String address) {
    public static Query of(String address) {
        return new Query(address);
    }

    public Query with(String name, String value) {
        return new Query(address + (address.contains("?") ? "&" : "?") + encoded(name) + "=" + encoded(value));
    }

    public URI uri() {
        return URI.create(address);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
