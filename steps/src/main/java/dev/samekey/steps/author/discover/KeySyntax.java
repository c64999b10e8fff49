package dev.samekey.steps.author.discover;

import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Reason;
import java.util.List;

/** Must a key be a UUID, or a quoted string? */
final class KeySyntax implements Question {
    private static final String SYNTAX = "key.syntax";

    private final Key.Syntax form;

    /** @param form in which keys were taken */
    KeySyntax(Key.Syntax form) {
        this.form = form;
    }

    @Override
    public List<String> members() {
        return List.of(SYNTAX);
    }

    @Override
    public void ask(Probe probe, Findings findings) {
        Call call = probe.prepare(probe.operation());
        // No longer than the key that is known to be taken.
        String key = "key-" + probe.keys().fresh().replace("-", "").substring(0, 12);
        Probed reply = probe.send("under the key " + key, probe.keys().put(call, key));
        if (reply.isSuccess()) {
            findings.saw(SYNTAX, form == Key.Syntax.SF_STRING ? "sf-string" : "any", reply);
        } else if (reply.isRefusal()) {
            findings.saw(SYNTAX, "uuid", reply);
            findings.refused(Reason.MALFORMED_KEY, reply);
        } else {
            throw probe.neither(reply);
        }
    }
}
