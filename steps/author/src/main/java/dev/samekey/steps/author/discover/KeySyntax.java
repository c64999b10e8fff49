package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Reason;
import java.util.List;

/** Must a key be a UUID, or a quoted string? */
final class KeySyntax implements Question {
    private static final String SYNTAX = "key.syntax";
    private static final int UUID = 36;

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
        String uuid = probe.keys().fresh();
        // No longer than the key that is known to be taken.
        Probed reply = sent(probe, "key-" + uuid.replace("-", "").substring(0, 12));
        if (reply.isSuccess()) {
            findings.saw(SYNTAX, any(), reply);
        } else if (!reply.isRefusal()) {
            throw probe.neither(reply);
        } else if (uuid.length() < UUID) {
            findings.hint(SYNTAX, TextNode.valueOf(any()), reply, "what it lacks is no UUID, for those are too long");
        } else {
            asLongAsOne(probe, uuid, findings);
        }
    }

    /** It may have been too short, or have letters that are not legal: this one has the length and the letters of a UUID. */
    private void asLongAsOne(Probe probe, String uuid, Findings findings) {
        Probed reply = sent(probe, uuid.substring(9) + "-" + uuid.substring(0, 8));
        if (reply.isSuccess()) {
            findings.saw(SYNTAX, any(), reply);
        } else if (reply.isRefusal()) {
            findings.saw(SYNTAX, "uuid", reply);
            findings.refused(Reason.MALFORMED_KEY, reply);
        } else {
            throw probe.neither(reply);
        }
    }

    private String any() {
        return form == Key.Syntax.SF_STRING ? "sf-string" : "any";
    }

    private static Probed sent(Probe probe, String key) {
        Call call = probe.prepare(probe.operation());
        return probe.send("under the key " + key, probe.keys().put(call, key));
    }
}
