package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;
import java.util.Map;

/** What does another payload under the key meet? */
final class OtherPayload implements Question {
    private static final String MISMATCH = "mismatch";

    @Override
    public List<String> members() {
        return List.of(MISMATCH);
    }

    @Override
    public void ask(Probe probe, Findings findings) {
        Operation operation = probe.operation(
                one -> !one.intent().isEmpty(), "no operation names another valid payload in its «intent»");
        Map.Entry<String, JsonNode> intent =
                operation.intent().entrySet().iterator().next();
        Map<String, JsonNode> change = Map.of(intent.getKey(), intent.getValue());
        // Whoever refuses it under a key of its own says nothing of keys.
        Probed control =
                probe.succeed("with another " + intent.getKey(), Payloads.changed(probe.prepare(operation), change));
        Call call = probe.prepare(operation);
        Probed first = probe.succeed("for the first time", call);
        Probed other = probe.send("with another " + intent.getKey() + " under its key", Payloads.changed(call, change));
        if (other.isRefusal()) {
            findings.saw(MISMATCH, "refuse", other);
            findings.refused(Reason.PAYLOAD_MISMATCH, other);
        } else if (!other.isSuccess()) {
            throw probe.neither(other);
        } else if (other.isOfTheSameResult(first) && !other.isOfTheSameResult(control)) {
            findings.saw(MISMATCH, "replay", other);
        } else {
            throw Judgement.notChecked(
                    "another payload under the key took effect, which no dialect allows (MIS-1): " + other.described());
        }
    }
}
