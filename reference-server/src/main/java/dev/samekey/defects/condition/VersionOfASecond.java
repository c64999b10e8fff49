package dev.samekey.defects.condition;

import dev.samekey.defects.common.Calls;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Versions are told apart by the second of their change, so two updates of one version in one second both pass. */
final class VersionOfASecond extends Defect {
    private static final String IF_MATCH = "If-Match";
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** When each version of a resource was changed, in milliseconds. */
    private final Map<String, Long> changed = new ConcurrentHashMap<>();

    VersionOfASecond() {
        super("version-of-a-second", "CND-1", "", "Two updates of one version that come within a second both pass.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundHandlers((composed, handler) -> call -> answer(call, handler));
    }

    private Answer answer(Call call, Handler handler) {
        String tag = call.header(IF_MATCH);
        if (tag == null) {
            return handler.handle(call);
        }
        String version = call.target() + " " + tag;
        long now = InstantSource.system().millis();
        Long before = changed.get(version);
        boolean isSame = before != null && now - before < SECOND.toMillis();
        Answer answer = handler.handle(isSame ? Calls.withoutHeader(call, IF_MATCH) : call);
        if (answer.status() < 300) {
            changed.putIfAbsent(version, now);
        }
        return answer;
    }
}
