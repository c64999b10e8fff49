package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A GET with a key is stored, marked and replayed like an unsafe request. */
final class CachesSafeMethods extends Defect {
    private final Map<Question, Answer> answers = new ConcurrentHashMap<>();

    CachesSafeMethods() {
        super(
                "caches-safe-methods",
                "KEY-6",
                "RPL-12",
                "A GET with a key is stored, marked and replayed like an unsafe request.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.ROUTES,
                composed -> parts.get(Part.ROUTES).apply(composed).stream()
                        .map(route ->
                                route.method().equals("GET") ? route.wrap(read -> caching(read, composed)) : route)
                        .toList());
    }

    private Handler caching(Handler read, Parts parts) {
        String header = parts.base().contract().key().header();
        return call -> call.header(header) == null ? read.handle(call) : cached(read, call, parts);
    }

    private Answer cached(Handler read, Call call, Parts parts) {
        String header = parts.base().contract().key().header();
        Question question = new Question(
                call.headerValues("Authorization"), call.headerValues(header), call.route(), call.path(), call.query());
        Answer known = answers.get(question);
        if (known != null) {
            return parts.get(Part.REPLAYS).again(known);
        }
        Answer answer = read.handle(call);
        answers.put(question, answer);
        return parts.get(Part.REPLAYS).first(answer);
    }

    private record Question(
            List<String> caller, List<String> key, String route, Map<String, String> path, Map<String, String> query) {}
}
