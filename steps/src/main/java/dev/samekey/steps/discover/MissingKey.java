package dev.samekey.steps.discover;

import dev.samekey.steps.contract.Reason;
import dev.samekey.steps.world.Call;
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
        Reply reply = probe.send("without its key", probe.keys().remove(call));
        if (reply.isSuccess()) {
            findings.saw("key.required", false, reply);
        } else if (reply.isRefusal()) {
            findings.saw("key.required", true, reply);
            findings.refused(Reason.MISSING_KEY, reply);
        } else {
            throw probe.neither(reply);
        }
    }
}
