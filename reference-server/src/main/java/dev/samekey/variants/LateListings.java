package dev.samekey.variants;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.json.Json;
import dev.samekey.server.replica.Parts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Listings that show nothing of a request until some time after its success; what is read by its id is there at once. */
final class LateListings {
    private static final String REFERENCE = "reference";
    private static final Pattern IN_A_BODY = Pattern.compile("\"reference\"\\s*:\\s*\"([^\"]+)\"");

    private final Map<String, Long> successes = new ConcurrentHashMap<>();
    private final Duration delay;
    private final Json json;

    private LateListings(Duration delay, Json json) {
        this.delay = delay;
        this.json = json;
    }

    static Parts of(Parts parts, Duration delay) {
        LateListings listings = new LateListings(delay, parts.base().json());
        return parts.aroundHandlers((composed, handler) -> call -> listings.answer(call, handler));
    }

    private Answer answer(Call call, Handler handler) {
        Answer answer = handler.handle(call);
        if (answer.status() >= 300) {
            return answer;
        }
        if (!call.method().equals("GET")) {
            reference(call).ifPresent(reference -> successes.putIfAbsent(reference, System.nanoTime()));
            return answer;
        }
        return isEarly(call.query().get(REFERENCE))
                ? answer.withBody(json.write(Map.of("items", JsonNodeFactory.instance.arrayNode())))
                : answer;
    }

    private boolean isEarly(@Nullable String reference) {
        Long success = reference == null ? null : successes.get(reference);
        return success != null && System.nanoTime() - success < delay.toNanos();
    }

    private static Optional<String> reference(Call call) {
        String asked = call.query().get(REFERENCE);
        return asked == null
                ? IN_A_BODY
                        .matcher(new String(call.body().bytes(), StandardCharsets.UTF_8))
                        .results()
                        .map(found -> found.group(1))
                        .findFirst()
                : Optional.of(asked);
    }
}
