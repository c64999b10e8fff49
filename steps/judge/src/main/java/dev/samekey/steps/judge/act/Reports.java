package dev.samekey.steps.judge.act;

import dev.samekey.oracles.evidence.Seen;
import dev.samekey.steps.drive.downstream.Arrival;
import dev.samekey.steps.drive.downstream.Counterpart;
import dev.samekey.steps.judge.expect.Delay;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The reports of operations to their sinks: each is an attempt that the sink accepts or not. */
public final class Reports {
    /** So long after its operation a report arrives at the latest, where nothing stands in its way. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final Capabilities capabilities;
    private final TargetTime time;
    private final Journal journal;
    private final MachineWatch machine;
    private final List<Delay> delays = new ArrayList<>();
    /** By the name of a sink that accepted nothing, how that was waited for. */
    private final Map<String, Redelivery.Waited> inVain = new HashMap<>();

    private Duration passed = Duration.ZERO;

    public Reports(Capabilities capabilities, TargetTime time, Journal journal, MachineWatch machine) {
        this.capabilities = capabilities;
        this.time = time;
        this.journal = journal;
        this.machine = machine;
    }

    /** The sinks that the operation reaches; the end of the scenario where there is none. */
    public List<Counterpart> sinks(Call call) {
        return capabilities.counterparts().allOf(call.operation(), CounterpartRole.SINK);
    }

    /** The attempts that a sink has seen by now. */
    public List<Arrival> attempts(Counterpart sink, Call call) {
        return journal.note(sink.attempts(call.unique()));
    }

    /** The same, as soon as there is one; none where the time is over. */
    public List<Arrival> await(Counterpart sink, Call call) {
        return await(sink, call, 1);
    }

    /** The same, as soon as there are those of so many messages, or when the time is over. */
    public List<Arrival> await(Counterpart sink, Call call, int messages) {
        Seen<List<Arrival>> seen = machine.until(
                        "a report to «" + sink.name() + "»",
                        LIMIT,
                        LOOK,
                        () -> sink.attempts(call.unique()),
                        arrived -> ids(arrived.value()).size() >= messages)
                .value();
        return journal.note(seen);
    }

    /** By its id a sink distinguishes a new message from another attempt at the same one. */
    public static Set<String> ids(List<Arrival> attempts) {
        return attempts.stream()
                .map(attempt -> String.valueOf(attempt.key()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Waits for a first attempt at each sink. */
    public void requireAttempt(Call call) {
        sinks(call).forEach(sink -> requireAttempt(sink, call));
    }

    private void requireAttempt(Counterpart sink, Call call) {
        if (await(sink, call).isEmpty()) {
            throw nothing("arrived at", sink, call);
        }
    }

    /** Waits until each sink has accepted an attempt, unless it is known that one never will. */
    public void requireAccepted(Call call) {
        if (!inVain.isEmpty()) {
            return;
        }
        for (Counterpart sink : sinks(call)) {
            boolean accepted = machine.until(
                    "a report that «" + sink.name() + "» accepts",
                    LIMIT,
                    LOOK,
                    () -> Redelivery.isAccepted(sink.attempts(call.unique()).value()));
            if (!accepted) {
                throw nothing("was accepted by", sink, call);
            }
        }
    }

    private Judgement nothing(String happened, Counterpart sink, Call call) {
        return Judgement.inconclusive(
                "no report of " + call.operation().withArticle() + " " + happened + " the sink " + sink.name()
                        + " within " + LIMIT.toSeconds() + " s",
                new Fact("attempts", String.valueOf(attempts(sink, call).size())),
                new Fact("about", call.unique()));
    }

    /** Lets time go on until each sink has accepted an attempt, or one has not for so long that it never will. */
    public void untilAccepted(Call call) {
        for (Counterpart sink : sinks(call)) {
            requireAttempt(sink, call);
            Redelivery redelivery = new Redelivery(sink, call, capabilities, time);
            boolean accepted = redelivery.untilAccepted();
            if (sink.met(call.unique()) == 0) {
                throw Judgement.inconclusive("no attempt at the sink " + sink.name() + " met the planned fault");
            }
            // For the other sinks the time went on too while this one was waited for.
            if (delays.isEmpty()) {
                delays.addAll(redelivery.delays());
            }
            if (!accepted) {
                inVain.put(sink.name(), redelivery.waited());
                return;
            }
        }
    }

    /**
     * The same, when so much of the target's time has passed since the first attempt that the signature of that one counts no
     * more.
     */
    public void beyondTheirSignatures(Call call) {
        List<Delivery.Signature> signatures =
                sinks(call).stream().flatMap(sink -> sink.signature().stream()).toList();
        if (signatures.isEmpty()) {
            throw Judgement.notChecked("counterparts." + sinks(call).get(0).name()
                    + ".signature: the target file does not say how its reports are signed");
        }
        sinks(call).forEach(sink -> requireAttempt(sink, call));
        Optional<Duration> stale = signatures.stream()
                .filter(signature -> signature.scheme().isTimed())
                .map(Delivery.Signature::stale)
                .max(Comparator.naturalOrder());
        if (stale.isPresent()) {
            capabilities.clock().advance(stale.get());
            passed = stale.get();
        }
        untilAccepted(call);
    }

    /** How much of the target's time was made to pass between the first attempt and the others. */
    public Duration passed() {
        return passed;
    }

    /** What lay between each attempt at the first sink and the one before. */
    public List<Delay> delays() {
        return List.copyOf(delays);
    }

    /** How a sink was waited for that accepted nothing; null where it did. */
    public Redelivery.@Nullable Waited waitedInVain(Counterpart sink) {
        return inVain.get(sink.name());
    }
}
