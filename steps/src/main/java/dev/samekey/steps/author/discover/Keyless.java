package dev.samekey.steps.author.discover;

import dev.samekey.steps.judge.world.Call;
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
        if (!findings.is("key.required", "false") || findings.has(Breach.SAME_PAYLOAD_REPLAYS)) {
            throw Judgement.notApplicable("no request goes without a key, or its payload is known whatever its key is");
        }
        Call call = probe.keys().remove(probe.prepare(probe.operation()));
        Probed first = probe.succeed("without a key", call);
        Probed second = probe.send("without a key, again", call);
        if (second.isSuccess()
                && second.isOfTheSameResult(first)
                && !probe.counters(call.operation()).sawTwice(call)) {
            findings.warn(Breach.KEYLESS_REPLAYS, second);
        }
    }
}
