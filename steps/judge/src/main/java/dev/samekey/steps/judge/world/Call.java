package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An operation that is ready to be sent, again and again.
 *
 * @param caller who sends it, and sees its effects
 * @param unique what {@code ${unique}} stood for: its effects are counted by it
 * @param key null for an event, whose identity is in the event
 * @param values what the names in the target file stood for, such as {@code payment.id}
 */
public record Call(
        Operation operation,
        Caller caller,
        String unique,
        @Nullable String key,
        Request request,
        Map<String, JsonNode> values) {
    public Call {
        values = Map.copyOf(values);
    }

    /** Who sends it, by the name in the target file. */
    public String principal() {
        return caller.principal();
    }

    public Call with(Request other) {
        return new Call(operation, caller, unique, key, other, values);
    }

    /** The version of what the call is about, where the API gave one. */
    public @Nullable String etag() {
        JsonNode etag = values.get(etagName());
        return etag == null ? null : etag.asText();
    }

    /** What the target file calls that version. */
    String etagName() {
        return operation.after() + ".etag";
    }

    /** How the event is delivered. */
    public Delivery delivery() {
        Delivery delivery = operation.delivery();
        if (delivery == null) {
            throw Judgement.notChecked(
                    "delivery: the target file does not say how " + operation.withArticle() + " is delivered");
        }
        return delivery;
    }

    /** Such as {@code refund}. */
    public String name() {
        return String.valueOf(operation.name());
    }
}
