package dev.samekey.server.http;

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

    /** The same route with its handler wrapped. */
    public Route wrap(UnaryOperator<Handler> wrapper) {
        return new Route(method, template, wrapper.apply(handler));
    }
}
