package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Is all visible ASCII legal in a key, and nothing else? What is legal otherwise would take a request for each character. */
final class KeyCharacters implements Question {
    private static final String CHARACTERS = "key.characters";
    private static final String VISIBLE =
            IntStream.rangeClosed('!', '~').mapToObj(Character::toString).collect(Collectors.joining());
    private static final int PREFIX = 8;
    private static final int MOST = 36;

    @Override
    public List<String> members() {
        return List.of(CHARACTERS);
    }

    @Override
    public void ask(Probe probe, Findings findings) {
        if (findings.is("key.syntax", "uuid")) {
            throw Judgement.notApplicable("a UUID has its own");
        }
        JsonNode max = findings.value("key.max");
        int room = Math.min(max == null ? MOST : max.asInt(), VISIBLE.length() + PREFIX) - PREFIX;
        if (room < 1) {
            throw Judgement.notChecked("keys are too short to try many characters in one");
        }
        for (int from = 0; from < VISIBLE.length(); from += room) {
            String some = VISIBLE.substring(from, Math.min(VISIBLE.length(), from + room));
            Probed visible = sent(probe, some, "under a key with " + some);
            if (!visible.isSuccess()) {
                findings.open(
                        CHARACTERS, visible, "not all visible ASCII is legal, and which is would take many requests");
                return;
            }
        }
        Probed foreign = sent(probe, "é", "under a key with a letter that is no ASCII");
        Probed space = sent(probe, " x", "under a key with a space");
        if (foreign.isSuccess()) {
            findings.open(CHARACTERS, foreign, "more than ASCII is legal, and how much would take many requests");
            return;
        }
        if (foreign.isServerError()) {
            findings.saw(CHARACTERS, space.isSuccess() ? "[ -~]" : "[!-~]", foreign);
            findings.warn(Breach.ILLEGAL_KEY_FAILS, foreign);
            return;
        }
        if (!foreign.isRefusal()) {
            throw probe.neither(foreign);
        }
        if (!space.isRefusal() && !space.isSuccess()) {
            throw probe.neither(space);
        }
        findings.saw(CHARACTERS, space.isSuccess() ? "[ -~]" : "[!-~]", foreign);
        findings.refused(Reason.MALFORMED_KEY, foreign);
    }

    private static Probed sent(Probe probe, String characters, String how) {
        Call call = probe.prepare(probe.operation());
        String key = probe.keys().fresh().replace("-", "").substring(0, PREFIX) + characters;
        return probe.send(how, probe.keys().put(call, key));
    }
}
