package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What does a repeated request get? The same payload is sent under another key too: what is answered alike there does not
 * hang on the key.
 */
final class Repeats implements Question {
    private static final String MODE = "replay.mode";

    private final JsonNode key;
    private final Markers markers = new Markers();

    /** @param key where the target file says that the key travels: {@code in} and {@code name} */
    Repeats(JsonNode key) {
        this.key = key;
    }

    @Override
    public List<String> members() {
        return List.of(MODE, "replay.marker");
    }

    @Override
    public void ask(Probe probe, Findings findings) {
        EffectCounters counters = probe.counters(probe.operation());
        Call call = probe.prepare(probe.operation());
        Probed first = probe.succeed("for the first time", call);
        List<Probed> again = List.of(probe.send("again", call), probe.send("once more", call));
        // Before the control, which is about the same thing.
        boolean twice = counters.sawTwice(call);
        boolean once = counters.sawOnce(call);
        Probed control = probe.send("again under another key", probe.underAnotherKey(call));
        Probed replay = again.get(0);
        if (twice) {
            findings.warn(Breach.TAKES_EFFECT_AGAIN, replay);
        }
        if (replay.isRefusal()) {
            refused(first, replay, control, findings);
        } else if (!replay.isSuccess()) {
            throw probe.neither(replay);
        } else if (first.hasId()
                && control.isSuccess()
                && control.isOfTheSameResult(first)
                && (!first.isNamedAfterItsRequest() || counters.sawOnce(call))) {
            findings.warn(Breach.SAME_PAYLOAD_REPLAYS, control);
            findings.absent(MODE, "the same payload gets the same response under whatever key");
        } else if (isReplay(first, again, control, twice, once, counters)) {
            replayed(probe, first, again, control, findings);
            JsonNode mode = findings.value(MODE);
            if (mode != null
                    && first.isNamedAfterItsRequest()
                    && !once
                    && ownOf(first, again, control).isEmpty()) {
                findings.hint(MODE, mode, replay, "the result is named after the request, so it may be a second one");
            }
        } else if (once) {
            foundKey(replay, findings);
            findings.open(MODE, replay, "there is one effect, but the response is not about the first result");
        } else {
            findings.saw(MODE, NullNode.getInstance(), replay);
            if (!twice) {
                findings.warn(Breach.TAKES_EFFECT_AGAIN, replay);
            }
        }
    }

    private void replayed(Probe probe, Probed first, List<Probed> again, Probed control, Findings findings) {
        Probed replay = again.get(0);
        foundKey(replay, findings);
        if (replay.isEnvelopeOf(first)) {
            findings.open(MODE, replay, "the first result is in an envelope, for which no dialect has a word");
            return;
        }
        List<Probed> fresh = control.isSuccess() ? List.of(first, control) : List.of(first);
        findings.saw("replay.marker", markers.of(fresh, again), replay);
        boolean sameStatus = replay.answer().status() == first.answer().status();
        findings.saw(
                "replay.status",
                sameStatus
                        ? NullNode.getInstance()
                        : IntNode.valueOf(replay.answer().status()),
                replay);
        mode(probe, first, again, findings);
    }

    private void foundKey(Probed replay, Findings findings) {
        key.properties().forEach(part -> findings.saw("key." + part.getKey(), part.getValue(), replay));
    }

    private void refused(Probed first, Probed replay, Probed control, Findings findings) {
        boolean underAnyKey = !control.isSuccess()
                && control.answer().status() == replay.answer().status();
        if (underAnyKey) {
            findings.saw(MODE, NullNode.getInstance(), control);
            return;
        }
        foundKey(replay, findings);
        findings.refused(Reason.REPLAYED_KEY, replay);
        Optional<String> link = link(replay.body(), first.id(), "");
        findings.saw(MODE, link.isPresent() ? "conflict" : "reject", replay);
        // A refusal is told by its status and code.
        findings.saw("replay.marker", NullNode.getInstance(), replay);
        link.ifPresent(pointer -> findings.saw("replay.link", pointer, replay));
    }

    private static Optional<String> link(JsonNode node, JsonNode id, String pointer) {
        if (node.isValueNode()) {
            return !id.isMissingNode() && node.asText().equals(id.asText()) ? Optional.of(pointer) : Optional.empty();
        }
        return node.properties().stream()
                .flatMap(member -> link(member.getValue(), id, pointer + "/" + member.getKey()).stream())
                .findFirst();
    }

    /** Where the responses do not show it, the effects do. */
    private static boolean isReplay(
            Probed first, List<Probed> again, Probed control, boolean twice, boolean once, EffectCounters counters) {
        if (again.stream().anyMatch(first::isOfAnotherResult)) {
            return false;
        }
        boolean alike = again.stream().allMatch(first::isOfTheSameResult);
        if (first.hasId() && alike) {
            return true;
        }
        if (!first.hasId() && !ownOf(first, again, control).isEmpty()) {
            return true;
        }
        if (!counters.areUsable()) {
            throw Judgement.notChecked("the responses do not show whether it took effect again, and " + counters.why());
        }
        return alike && once && !twice;
    }

    /** What each result has of its own, and the repeats have alike. */
    private static Set<String> ownOf(Probed first, List<Probed> again, Probed control) {
        if (!control.isSuccess()) {
            return Set.of();
        }
        Set<String> own = new TreeSet<>(first.ownDifferences(control));
        again.forEach(one -> own.removeAll(first.differences(one)));
        return own;
    }

    private static void mode(Probe probe, Probed first, List<Probed> again, Findings findings) {
        Set<String> varies = new TreeSet<>();
        again.forEach(one -> varies.addAll(first.differences(one)));
        if (varies.contains("")) {
            findings.open(MODE, again.get(0), "the bodies differ, and are no JSON objects");
            return;
        }
        boolean alike = again.stream()
                .allMatch(one -> one.answer().body().equals(first.answer().body()));
        String mode = alike ? "stored" : "semantic";
        if (!varies.isEmpty()) {
            ArrayNode pointers = JsonNodeFactory.instance.arrayNode();
            varies.forEach(pointers::add);
            findings.saw("replay.varies", pointers, again.get(0));
        }
        Change change = change(probe, first);
        if (change.later() == null) {
            findings.hint(
                    MODE, TextNode.valueOf(mode), again.get(0), "as the first one, but nothing had changed the result");
            return;
        }
        Set<String> more = new TreeSet<>(first.differences(change.later()));
        more.removeAll(varies);
        if (!more.isEmpty()) {
            findings.saw(MODE, "current_state", change.later());
        } else if (change.seen()) {
            findings.saw(MODE, mode, change.later());
        } else {
            findings.hint(
                    MODE,
                    TextNode.valueOf(mode),
                    change.later(),
                    "as the first one, but the result was not seen to change");
        }
    }

    /**
     * A replay after something has changed the result.
     *
     * @param seen whether the result was read before and after, and had changed
     * @param later null where nothing could change it
     */
    private record Change(boolean seen, @Nullable Probed later) {}

    /** Sends what comes after the operation, such as a refund of the payment: a stored answer does not know of it. */
    private static Change change(Probe probe, Probed first) {
        Operation operation = first.call().operation();
        Optional<Operation> next = probe.operation(
                one -> String.valueOf(operation.name()).equals(one.after()) && one.role() != Role.DELETE);
        if (next.isEmpty() || operation.id() == null) {
            return new Change(false, null);
        }
        List<Optional<String>> states = new ArrayList<>(List.of(probe.read(first)));
        Probed changing =
                probe.send("on that result", probe.calls().prepareOn(next.get(), first.call(), first.answer()));
        states.add(probe.read(first));
        boolean seen =
                states.stream().allMatch(Optional::isPresent) && !states.get(0).equals(states.get(1));
        Probed later = probe.send("again after " + next.get().withArticle(), first.call());
        return changing.isSuccess() && later.isSuccess() ? new Change(seen, later) : new Change(false, null);
    }
}
