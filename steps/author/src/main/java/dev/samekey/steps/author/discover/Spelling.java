package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.steps.judge.world.Bodies;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;
import java.util.function.UnaryOperator;

/** Is the same payload with other white space still the same, and with its members, or those of a form, in another order? */
final class Spelling implements Question {
    private static final String OF = "fingerprint.of";
    private static final ObjectMapper JSON = new ObjectMapper();

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
        Probed spaced = sent(probe, operation, "with other white space", Spelling::spaced);
        Probed turned = sent(probe, operation, "with its members in another order", Spelling::turned);
        boolean space = !spaced.isSuccess();
        boolean order = !turned.isSuccess();
        if (!space && !order) {
            findings.saw(OF, "canonical", turned);
        } else if (space && order) {
            findings.warn(Breach.BYTES_COUNT, spaced);
            findings.warn(Breach.BYTES_COUNT, turned);
        } else {
            findings.open(OF, space ? spaced : turned, "the other spelling that was tried is the same to it");
            findings.warn(space ? Breach.WHITE_SPACE_COUNTS : Breach.ORDER_COUNTS, space ? spaced : turned);
        }
    }

    /** Only one that is understood under a key of its own, and whose unchanged repeat is not refused, shows something. */
    private static Probed sent(Probe probe, Operation operation, String how, UnaryOperator<Call> spelt) {
        probe.succeed(how + " under a key of its own", spelt.apply(probe.prepare(operation)));
        Call call = probe.prepare(operation);
        Probed first = probe.succeed("for the first time", call);
        Probed again = probe.send("again", call);
        if (!again.isSuccess()) {
            throw Judgement.notChecked("the API refuses the same payload too: " + again.described());
        }
        Probed other = probe.send(how + " under its key", spelt.apply(call));
        if (!other.isRefusal() && !(other.isSuccess() && other.isOfTheSameResult(first))) {
            throw probe.neither(other);
        }
        return other;
    }

    private static Call spaced(Call call) {
        // What is neither JSON nor a form ends the question there.
        Call other = Payloads.reordered(call);
        return Bodies.isForm(call.request())
                ? other
                : other.with(other.request().withBody(members(call).toPrettyString()));
    }

    private static Call turned(Call call) {
        Call turned = Payloads.reordered(call);
        return Bodies.isForm(call.request())
                ? turned
                : turned.with(turned.request().withBody(members(turned).toString()));
    }

    private static JsonNode members(Call call) {
        try {
            return JSON.readTree(String.valueOf(call.request().body()));
        } catch (JsonProcessingException noJson) {
            throw Judgement.notApplicable("the payload of " + call.operation().withArticle() + " is no JSON");
        }
    }
}
