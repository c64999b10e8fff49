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
import java.util.Map;
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
        Call call = probe.prepare(probe.operation());
        Probed first = probe.succeed("for the first time", call);
        List<Probed> again = List.of(probe.send("again", call), probe.send("once more", call));
        Probed control = probe.send("again under another key", probe.underAnotherKey(call));
        Probed replay = again.get(0);
        if (replay.isRefusal()) {
            refused(first, replay, control, findings);
        } else if (!replay.isSuccess()) {
            throw probe.neither(replay);
        } else if (isReplay(probe, first, again, control)) {
            foundKey(replay, findings);
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
        } else {
            findings.saw(MODE, NullNode.getInstance(), replay);
        }
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

    private static boolean isReplay(Probe probe, Probed first, List<Probed> again, Probed control) {
        if (!first.id().isMissingNode()) {
            boolean sameResult = again.stream().allMatch(first::isOfTheSameResult);
            return sameResult && !(control.isSuccess() && first.isOfTheSameResult(control));
        }
        Set<String> telling = new TreeSet<>(first.differences(control));
        again.forEach(one -> telling.removeAll(first.differences(one)));
        return (control.isSuccess() && !telling.isEmpty()) || isCountedOnce(probe, first.call(), control);
    }

    /** Where the responses do not show it, the effects do: one of the first key, and one of the other where that went through. */
    private static boolean isCountedOnce(Probe probe, Call call, Probed control) {
        long wanted = control.isSuccess() ? 2 : 1;
        Map<String, Long> counts = probe.effects(call);
        if (counts.values().stream().distinct().count() != 1) {
            throw Judgement.notChecked(
                    "no «id» distinguishes its results, and its counters disagree: " + counts.values());
        }
        return counts.values().iterator().next() == wanted;
    }

    private static void mode(Probe probe, Probed first, List<Probed> again, Findings findings) {
        Set<String> varies = new TreeSet<>();
        again.forEach(one -> varies.addAll(first.differences(one)));
        if (varies.contains("")) {
            throw Judgement.inconclusive(
                    "the bodies of the first response and the replay differ, and are no JSON objects");
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
        Probed later = probe.send("again after a " + next.get().name(), first.call());
        return changing.isSuccess() && later.isSuccess() ? new Change(seen, later) : new Change(false, null);
    }
}
