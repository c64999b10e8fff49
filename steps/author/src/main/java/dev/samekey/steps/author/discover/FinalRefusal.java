package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Does a refusal use the key up? Then what would succeed is not let through under it. */
final class FinalRefusal implements Question {
    private final Reason reason;
    private final SandboxWord word;
    private final String member;

    /** @param member whether outcomes of that kind are stored */
    FinalRefusal(Reason reason, SandboxWord word, String member) {
        this.reason = reason;
        this.word = word;
        this.member = member;
    }

    @Override
    public List<String> members() {
        return List.of(member);
    }

    @Override
    public void ask(Probe probe, Findings findings) {
        Operation operation = probe.operation(
                one -> one.sandbox().containsKey(word), "no operation has «" + word + "» in its sandbox");
        Call call = probe.prepare(operation);
        Call spoilt = Payloads.changed(
                call, Objects.requireNonNullElse(operation.sandbox().get(word), Map.of()));
        Probed refused = probe.send("that is " + word, spoilt);
        boolean isClientError =
                refused.answer().status() >= 400 && refused.answer().status() < 500;
        if (!isClientError && !refused.isRefusedWithin()) {
            throw probe.neither(refused);
        }
        findings.refused(reason, refused);
        Probed repeat = probe.send("that is " + word + ", again", spoilt);
        if (reason == Reason.DECLINED && repeat.isSuccess()) {
            findings.warn(Breach.DECLINED_SUCCEEDS, repeat);
        }
        Probed mended = probe.send("mended under the key of what was " + word, call);
        boolean outcome = mended.answer().status() == refused.answer().status()
                && mended.differences(refused).isEmpty();
        boolean mismatch = findings.refusals().getOrDefault(Reason.PAYLOAD_MISMATCH, List.of()).stream()
                .anyMatch(one -> ErrorForm.isAlike(one, mended));
        if (mended.isSuccess()) {
            findings.saw(member, false, mended);
        } else if (outcome || Markers.isOn(findings.value("replay.marker"), repeat)) {
            findings.saw(member, true, mended);
        } else if (mismatch) {
            findings.hint(
                    member, BooleanNode.TRUE, mended, "the key may belong to the payload, and its outcome not be kept");
        } else {
            throw probe.neither(mended);
        }
    }
}
