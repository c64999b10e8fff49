package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.credentials.PrincipalCredentials;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A request of the target file that does something to the target itself. It is not judged. */
public final class Control {
    private final String what;
    private final Operation.Template form;
    private final Wire wire;
    private final Target target;

    /** @param what it does, for the message when it does not */
    public Control(String what, Operation.Template form, Wire wire, Target target) {
        this.what = what;
        this.form = form;
        this.wire = wire;
        this.target = target;
    }

    /** Sends it to the first replica; without a success the scenario has not reached its condition. */
    public Exchange send() {
        return send(Map.of());
    }

    /** What it does, in words such as {@code give its store back}. */
    String what() {
        return what;
    }

    /** The same also when the run may send nothing more. */
    Exchange insist(Map<String, JsonNode> values) {
        wire.allow(1);
        return once(values);
    }

    /** Sends it, whatever the response is. */
    Exchange once(Map<String, JsonNode> values) {
        target.requireWrites();
        Map<String, JsonNode> known = new HashMap<>(PrincipalCredentials.tokens(target));
        known.putAll(values);
        return wire.sendAside(
                new Template(known).request(form, List.of()), target.urls().get(0));
    }

    Exchange send(Map<String, JsonNode> values) {
        return succeeded(once(values));
    }

    /** The same exchange; without a success the scenario has not reached its condition. */
    Exchange succeeded(Exchange exchange) {
        if (!exchange.reply().map(Answer::isSuccessful).orElse(false)) {
            throw Judgement.inconclusive(
                    "the target did not let the harness " + what,
                    new Fact("actual", Calls.describe(exchange)),
                    World.repeat(exchange));
        }
        return exchange;
    }
}
