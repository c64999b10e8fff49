package dev.samekey.server.http;

import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Between the HTTP library and the values that everything else works with. */
final class JavalinCalls {
    private JavalinCalls() {}

    static Call read(Context context, Route route) {
        return new Call(
                route.method(),
                route.template(),
                Map.copyOf(context.pathParamMap()),
                query(context),
                headers(context),
                new Body(context.bodyAsBytes()));
    }

    static void write(Context context, Answer answer) {
        context.status(answer.status());
        // The library would call it text; what has no body has no type either.
        context.res().setContentType(null);
        answer.headers().forEach(context::header);
        context.result(answer.body());
    }

    private static Map<String, String> query(Context context) {
        Map<String, String> query = new TreeMap<>();
        context.queryParamMap().forEach((name, values) -> query.put(name, values.get(0)));
        return query;
    }

    private static Map<String, List<String>> headers(Context context) {
        // Asked of the request itself: a header that came twice has two values, and both count (KEY-10).
        Map<String, List<String>> headers = new TreeMap<>();
        Collections.list(context.req().getHeaderNames())
                .forEach(name -> headers.put(
                        name.toLowerCase(Locale.ROOT),
                        Collections.list(context.req().getHeaders(name))));
        return headers;
    }
}
