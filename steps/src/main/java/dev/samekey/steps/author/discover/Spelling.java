package dev.samekey.steps.author.discover;

import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;

/** Is the same payload in another order and with white space still the same? */
final class Spelling implements Question {
    private static final String OF = "fingerprint.of";

    @Override
    public List<String> members() {
        return List.of(OF);
    }

    @Override
    public void ask(Probe probe, Findings findings) {
        if (!findings.is("mismatch", "refuse")) {
            throw Judgement.notChecked("the API was not seen to refuse another payload");
        }
        Operation operation = probe.operation(one -> one.request().body() != null, "no operation has a payload");
        Call call = probe.prepare(operation);
        Probed first = probe.succeed("for the first time", call);
        Probed other = probe.send("written in another order under its key", Payloads.reordered(call));
        if (other.isSuccess() && other.isOfTheSameResult(first)) {
            findings.saw(OF, "canonical", other);
        } else if (other.isRefusal()) {
            findings.saw(OF, "bytes", other);
        } else {
            throw probe.neither(other);
        }
    }
}
