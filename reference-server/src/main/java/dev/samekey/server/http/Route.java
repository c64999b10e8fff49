package dev.samekey.server.http;

import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Which handler answers which method on which template. */
public record Route(String method, String template, Handler handler) {
    /** A safe route. */
    public static Route get(String template, Handler handler) {
        return new Route("GET", template, handler);
    }

    /** An unsafe route. */
    public static Route post(String template, Handler handler) {
        return new Route("POST", template, handler);
    }

    /** An unsafe route that changes what is there. */
    public static Route put(String template, Handler handler) {
        return new Route("PUT", template, handler);
    }

    /** An unsafe route that takes away what is there. */
    public static Route delete(String template, Handler handler) {
        return new Route("DELETE", template, handler);
    }

    /** The same route with its handler wrapped. */
    public Route wrap(UnaryOperator<Handler> wrapper) {
        return new Route(method, template, wrapper.apply(handler));
    }

    /** The path parameters of a path that this route answers. */
    public Optional<Map<String, String>> match(String path) {
        return new PathTemplate(template).match(path);
    }
}
