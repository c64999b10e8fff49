package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Body;
import dev.samekey.server.http.Call;
import dev.samekey.server.json.Json;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.webhooks.EventForm;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Events without an id have all the same one: the first of them is processed, the others are duplicates of it. */
final class NullIdCollides extends Defect {
    NullIdCollides() {
        super(
                "null-id-collides",
                "EVT-12",
                "",
                "Events without an id have all the same one: the first of them is processed, the others are duplicates"
                        + " of it.");
    }

    @Override
    public Parts apply(Parts parts) {
        EventForm form = parts.get(Part.EVENT_FORM);
        return parts.with(
                Part.EVENT_FORM,
                (channel, call) -> form.read(channel, named(call, parts.base().json())));
    }

    private static Call named(Call call, Json json) {
        if (json.read(call.body().bytes()).object().hasNonNull("id")) {
            return call;
        }
        String body = new String(call.body().bytes(), StandardCharsets.UTF_8);
        String named = json.putAll(body, "", Map.of("id", "null"));
        return call.withBody(new Body(named.getBytes(StandardCharsets.UTF_8)));
    }
}
