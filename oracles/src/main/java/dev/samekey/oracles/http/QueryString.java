package dev.samekey.oracles.http;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** An address with its query, made of one parameter after another. */
public record QueryString(String address) {
    public static QueryString of(String address) {
        return new QueryString(address);
    }

    public QueryString with(String name, String value) {
        return new QueryString(address + (address.contains("?") ? "&" : "?") + encoded(name) + "=" + encoded(value));
    }

    public URI uri() {
        return URI.create(address);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
