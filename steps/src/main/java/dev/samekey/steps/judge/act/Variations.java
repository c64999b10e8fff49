package dev.samekey.steps.judge.act;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The ways to send a request that differs from the first in one respect, by the words of the features. */
public final class Variations {
    private final Target target;
    private final Contract contract;
    private final Calls calls;
    private final Keys keys;
    private final Map<String, Function<Call, List<Call>>> byWords;

    public Variations(Target target, Contract contract, Calls calls, Keys keys) {
        this.target = target;
        this.contract = contract;
        this.calls = calls;
        this.keys = keys;
        this.byWords = byWords();
    }

    /** What is sent, one after the other. */
    public List<Call> of(Call call, String words) {
        Function<Call, List<Call>> variation = byWords.get(words);
        if (variation == null) {
            throw new IllegalArgumentException("no variation is called «" + words + "», known: " + byWords.keySet());
        }
        return variation.apply(call);
    }

    private Map<String, Function<Call, List<Call>>> byWords() {
        Map<String, Function<Call, List<Call>>> ways = new LinkedHashMap<>();
        ways.put("without its key", call -> List.of(keys.remove(call)));
        ways.put("twice without its key", this::twiceWithoutKey);
        ways.put("under two keys", call -> List.of(keys.second(call)));
        ways.put("under another key", call -> List.of(keys.put(call, keys.fresh())));
        ways.put("under each kind of illegal key", keys::underIllegal);
        ways.put("in another order", call -> List.of(Payloads.reordered(canonical(call))));
        ways.put("in other notations", call -> Payloads.inOtherNotations(canonical(call)));
        ways.put("with members added and taken away in turn", this::otherMembers);
        ways.put("with other volatile fields", call -> List.of(volatileChanged(call)));
        // First with a key that nobody knows: what any stranger is told.
        ways.put(
                "by a stranger",
                call -> List.of(withoutCredentials(keys.put(call, keys.fresh())), withoutCredentials(call)));
        ways.put("over another connection by another agent", call -> List.of(byAnotherAgent(call)));
        return ways;
    }

    private List<Call> twiceWithoutKey(Call call) {
        Boolean required = contract.key().required();
        if (required == null) {
            throw Judgement.notChecked(
                    "key.required: the contract does not say whether a request may go without a key");
        }
        if (required) {
            throw Judgement.notApplicable("the contract lets no request go without a key");
        }
        return List.of(keys.remove(call), keys.remove(call));
    }

    /** Each beside the call itself: an API may find it invalid, but must not take it for the other. */
    private List<Call> otherMembers(Call call) {
        if (contract.mismatch() == Contract.Mismatch.REPLAY) {
            throw Judgement.notApplicable("the contract replays the original to another payload");
        }
        if (call.operation().intent().isEmpty()) {
            throw Judgement.notChecked("intent: the target file names no intent field of " + call.name());
        }
        List<Call> others = new ArrayList<>(List.of(call, Payloads.added(call)));
        for (String pointer : call.operation().intent().keySet()) {
            others.addAll(List.of(call, Payloads.without(call, pointer)));
        }
        return others;
    }

    private Call canonical(Call call) {
        Contract.Fingerprint fingerprint = contract.fingerprint();
        if (fingerprint != null && fingerprint.of() == Contract.Of.BYTES) {
            throw Judgement.notApplicable("the contract compares payloads byte for byte");
        }
        return call;
    }

    private Call volatileChanged(Call call) {
        Contract.Fingerprint fingerprint = contract.fingerprint();
        if (fingerprint == null) {
            throw Judgement.notChecked("fingerprint: the contract does not say which fields are volatile");
        }
        if (fingerprint.volatiles() == null || fingerprint.volatiles().isEmpty()) {
            throw Judgement.notApplicable("the contract lists no volatile field");
        }
        Map<String, JsonNode> changes = new LinkedHashMap<>();
        // A moment is a legal value of a client's time and of any text.
        fingerprint
                .volatiles()
                .forEach(pointer -> changes.put(
                        pointer.toString(), TextNode.valueOf(Instant.now().toString())));
        return Payloads.changed(call, changes);
    }

    private Call withoutCredentials(Call call) {
        if (calls.credentials(call.principal()).isEmpty()) {
            throw Judgement.notChecked("principals: the target file names no credentials");
        }
        Request request = call.request();
        for (var header : calls.credentials(call.principal())) {
            request = request.with(header.name(), null);
        }
        return call.with(request);
    }

    private static Call byAnotherAgent(Call call) {
        return call.with(call.request()
                .with("User-Agent", "another-agent/1.0")
                .with("X-Forwarded-For", "198.51.100.7")
                .with("X-Request-Id", "another-request"));
    }

    /** Whoever is not the principal of the call. */
    public String anotherPrincipal(Call call) {
        return target.principals().keySet().stream()
                .filter(name -> !name.equals(call.principal()))
                .findFirst()
                .orElseThrow(() -> Judgement.notChecked("principals: the target file names one"));
    }
}
