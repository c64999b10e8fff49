package dev.samekey.steps.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.target.Operation;
import dev.samekey.steps.verdict.Judgement;
import dev.samekey.steps.world.Call;
import dev.samekey.steps.world.Calls;
import dev.samekey.steps.world.Payloads;
import java.util.Map;

/** Calls that the target's sandbox treats in a way of their own, as the target file says. */
public final class Sandbox {
    private final Calls calls;

    public Sandbox(Calls calls) {
        this.calls = calls;
    }

    /** A call that is slow when it is sent first, and after that too where the sandbox knows no better. */
    Call slowAtFirst(Operation operation) {
        return call(operation, operation.sandbox().containsKey("slow_once") ? "slow_once" : "slow");
    }

    /** @param word as the target file has it, such as {@code slow} */
    Call call(Operation operation, String word) {
        Map<String, JsonNode> members = operation.sandbox().get(word);
        if (members == null) {
            throw Judgement.notChecked(
                    "sandbox." + word + ": the target file names no way to make a " + operation.name() + " do that");
        }
        return Payloads.changed(calls.prepare(operation), members);
    }
}
