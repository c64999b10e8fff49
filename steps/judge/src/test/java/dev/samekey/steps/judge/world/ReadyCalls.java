package dev.samekey.steps.judge.world;

import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Targets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Payments that are ready to be sent, for tests. */
public final class ReadyCalls {
    private ReadyCalls() {}

    public static Call json(@Nullable String body) {
        return payment("u-1", new Request("POST", "/payments", List.of(), body));
    }

    public static Call form(String body) {
        return payment("u-1", new Request("POST", "/payments", List.of(new Header("Content-Type", Bodies.FORM)), body));
    }

    public static Call payment(String unique, Request request) {
        return new Call(
                Targets.file(Targets.FULL).target().operations(Role.CREATE).get(0),
                new Caller("alice", null),
                unique,
                null,
                request,
                Map.of());
    }

    static String body(Call call) {
        return String.valueOf(call.request().body());
    }
}
