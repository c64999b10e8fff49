package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.model.contract.Reason;
import java.util.List;

/** May a request go without a key? */
final class MissingKey implements Question {
    @Override
    public List<String> members() {
        return List.of("key.required");
    }

    @Override
    public void ask(Probe probe, Findings findings) {
        Call call = probe.prepare(probe.operation());
        Probed reply = probe.send("without its key", probe.keys().remove(call));
        if (reply.isSuccess()) {
            findings.saw("key.required", false, reply);
        } else if (reply.isRefusal()) {
            findings.saw("key.required", true, reply);
            // Once it went without: then it is refused for something else, such as another payload under no key.
            if (!findings.everSaw("key.required", BooleanNode.FALSE)) {
                findings.refused(Reason.MISSING_KEY, reply);
            }
        } else if (reply.isServerError()) {
            findings.saw("key.required", true, reply);
            findings.warn(Breach.MISSING_KEY_FAILS, reply);
        } else {
            throw probe.neither(reply);
        }
    }
}
