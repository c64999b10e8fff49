package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.targets.Operation;
import java.util.List;
import java.util.Map;

/** What does another payload under the key meet, and does the first one still get its response after that? */
final class OtherPayload implements Question {
    private static final String MISMATCH = "mismatch";
    private static final String MODE = "replay.mode";

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
            refused(probe, first, other, findings);
        } else if (other.isServerError()) {
            findings.warn(Breach.OTHER_PAYLOAD_FAILS, other);
        } else if (!other.isSuccess()) {
            throw probe.neither(other);
        } else if (probe.counters(operation).sawTwice(call) || other.isOfAnotherResult(first)) {
            findings.warn(Breach.OTHER_PAYLOAD_TAKES_EFFECT, other);
        } else if (isReplay(first, other, control) || probe.counters(operation).sawOnce(call)) {
            findings.warn(Breach.OTHER_PAYLOAD_REPLAYS, other);
        } else {
            findings.open(MISMATCH, other, "nothing shows whether it took effect");
        }
    }

    /** Of results that are named after the request only the whole body tells, where it shows the payload. */
    private static boolean isReplay(Probed first, Probed other, Probed control) {
        return other.isOfTheSameResult(first)
                && (first.isNamedAfterItsRequest()
                        ? other.body().equals(first.body())
                                && !control.ownDifferences(first).isEmpty()
                        : !other.isOfTheSameResult(control));
    }

    private static void refused(Probe probe, Probed first, Probed other, Findings findings) {
        List<Probed> repeats = findings.refusals().getOrDefault(Reason.REPLAYED_KEY, List.of());
        if (repeats.stream().anyMatch(one -> ErrorForm.isAlike(one, other))) {
            findings.hint(MISMATCH, TextNode.valueOf("refuse"), other, "as the same payload is");
            JsonNode mode = findings.value(MODE);
            if (mode != null) {
                findings.hint(
                        MODE,
                        mode,
                        other,
                        "another payload is refused alike, so the repeat may be taken for a mismatch");
            }
        } else {
            findings.saw(MISMATCH, "refuse", other);
        }
        findings.refused(Reason.PAYLOAD_MISMATCH, other);
        if (repeats.isEmpty() && findings.value(MODE) != null) {
            Probed again = probe.send("unchanged, after another payload under its key", first.call());
            if (!again.isSuccess() || again.isOfAnotherResult(first)) {
                findings.warn(Breach.MISMATCH_FORGETS, again);
            }
        }
    }
}
