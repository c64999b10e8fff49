package dev.samekey.steps.judge.act;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events that could not be handled, as the target lists them. */
public final class DeadLetters {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final World world;
    private final Calls calls;

    public DeadLetters(World world, Calls calls) {
        this.world = world;
        this.calls = calls;
    }

    /** The listing of those of an event. */
    public Answer listed(Call call) {
        Request read = new Request(
                "GET",
                calls.path(form(call).list().path(), call, world.last()),
                calls.credentials(call.principal()),
                null);
        return World.answer(world.look(call.with(read)));
    }

    /** How many there are in a listing. */
    public int count(Call call, Answer listed) {
        JsonNode found = listed.at(form(call).list().count());
        return found.isArray() ? found.size() : found.asInt();
    }

    /** Whether the event is seen to have become one; not where the target file does not say where to look. */
    public boolean has(Call call) {
        return call.delivery().deadLetters() != null && count(call, listed(call)) > 0;
    }

    /** What a listing has kept of the event; null where the target file does not say where that stands. */
    public @Nullable JsonNode payload(Call call, Answer listed) {
        String pointer = form(call).payload();
        if (pointer == null) {
            return null;
        }
        JsonNode kept = listed.at(pointer);
        return kept.isTextual() ? json(kept.textValue()) : kept;
    }

    /** The payload of an event, to be compared with what was kept of it. */
    public static JsonNode json(@Nullable String text) {
        try {
            return JSON.readTree(String.valueOf(text));
        } catch (JsonProcessingException noJson) {
            return TextNode.valueOf(text);
        }
    }

    /** Has the event handled once more. */
    public void redrive(Call call) {
        Delivery.DeadLetters form = form(call);
        if (form.redrive() == null || form.id() == null) {
            throw Judgement.notChecked("dead_letters.redrive: the target file does not say how one is redriven");
        }
        Map<String, JsonNode> values = new HashMap<>(call.values());
        values.put("letter.id", TextNode.valueOf(listed(call).at(form.id()).asText()));
        Request request = calls.fill(form.redrive(), call.principal(), values);
        Answer answer = World.answer(world.aside(call.with(request), "the request that redrives it"));
        if (!answer.isSuccessful()) {
            throw Judgement.inconclusive("the dead letter was not redriven", new Fact("actual", answer.described()));
        }
    }

    private static Delivery.DeadLetters form(Call call) {
        Delivery.DeadLetters form = call.delivery().deadLetters();
        if (form == null) {
            throw Judgement.notChecked(
                    "delivery.dead_letters: the target file does not say where a dead letter is seen");
        }
        return form;
    }
}
