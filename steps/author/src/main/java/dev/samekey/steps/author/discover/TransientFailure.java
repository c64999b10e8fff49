package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import java.util.List;

/** Does a failure that passes use the key up? Then the retry gets it again. */
final class TransientFailure implements Question {
    private static final String STORED = "stored.5xx";

    @Override
    public List<String> members() {
        return List.of(STORED);
    }

    @Override
    public void ask(Probe probe, Findings findings) {
        Operation operation = probe.operation(
                one -> one.sandbox().containsKey(SandboxWord.UNAVAILABLE_ONCE),
                "no operation has «unavailable_once» in its sandbox");
        Call call = probe.sandbox().call(operation, SandboxWord.UNAVAILABLE_ONCE);
        Probed failure = probe.sendAny("that fails once", call);
        if (!failure.isServerError()) {
            throw probe.neither(failure);
        }
        Probed retry = probe.sendAny("that failed once, again", call);
        if (retry.isSuccess()) {
            findings.saw(STORED, false, retry);
        } else if (retry.answer().status() != failure.answer().status()) {
            throw probe.neither(retry);
        } else if (Markers.isOn(findings.value("replay.marker"), retry)) {
            findings.saw(STORED, true, retry);
        } else {
            findings.hint(STORED, BooleanNode.TRUE, retry, "it may fail more than once");
        }
    }
}
