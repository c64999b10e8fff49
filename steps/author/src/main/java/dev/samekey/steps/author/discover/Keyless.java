package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;

/** Are two requests without a key two operations? */
final class Keyless implements Question {
    @Override
    public List<String> members() {
        return List.of();
    }

    @Override
    public void ask(Probe probe, Findings findings) {
        if (!findings.everSaw("key.required", BooleanNode.FALSE) || findings.has(Breach.SAME_PAYLOAD_REPLAYS)) {
            throw Judgement.notApplicable("no request goes without a key, or its payload is known whatever its key is");
        }
        Call call = probe.keys().remove(probe.prepare(probe.operation()));
        Probed first = probe.send("without a key", call);
        Probed second = probe.send("without a key, again", call);
        boolean isMismatch = findings.refusals().getOrDefault(Reason.PAYLOAD_MISMATCH, List.of()).stream()
                .anyMatch(mismatch -> ErrorForm.isAlike(mismatch, first));
        boolean isReplay = first.isSuccess()
                && second.isSuccess()
                && second.isOfTheSameResult(first)
                && (first.isNamedAfterItsRequest()
                        ? probe.counters(call.operation()).sawOnce(call)
                        : !probe.counters(call.operation()).sawTwice(call));
        if (isMismatch || isReplay) {
            findings.warn(Breach.KEYLESS_REPLAYS, isMismatch ? first : second);
        }
    }
}
