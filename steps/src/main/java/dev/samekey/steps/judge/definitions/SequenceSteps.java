package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.seeds.sequence.Expected;
import dev.samekey.seeds.sequence.Kind;
import dev.samekey.seeds.sequence.Sequence;
import dev.samekey.seeds.sequence.Sequences;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Sequences of an operation, its reversals and their retries, and what the books must say of them (REV-5). */
public final class SequenceSteps {
    private static final int GENERATED = 4;
    /** Enough to get from a long sequence to a short one, and few enough to end soon. */
    private static final int MOST_TRIES = 40;

    private final World world;
    private final Target target;
    private final Calls calls;
    private final Effects effects;
    private final Checks checks;
    private final Journal journal;
    private @Nullable Judgement broken;

    public SequenceSteps(World world, Target target, Calls calls, Effects effects, Checks checks, Journal journal) {
        this.world = world;
        this.target = target;
        this.calls = calls;
        this.effects = effects;
        this.checks = checks;
        this.journal = journal;
    }

    @When("this sequence of it, its reversals and their retries is sent")
    @Costs(value = Costs.HANDFUL, prepares = 1)
    public void thisSequence(DataTable table) {
        broken = fails(offered(Sequence.of(table.asMaps()))).orElse(null);
    }

    @When("generated sequences of it, its reversals and their retries are sent")
    @Costs(value = Costs.HANDFUL, prepares = Costs.HANDFUL)
    public void generated() {
        for (int i = 0; i < GENERATED && broken == null; i++) {
            long seed = ThreadLocalRandom.current().nextLong();
            Sequence sequence = offered(Sequences.generate(seed));
            journal.add(Evidence.text("sequence", "generated from seed " + seed, sequence.toString()));
            if (fails(sequence).isPresent()) {
                Sequence shortest = offered(Sequences.shrink(
                        seed, shorter -> fails(offered(shorter)).isPresent(), MOST_TRIES));
                broken = fails(shortest)
                        .map(judgement -> withScenario(judgement, shortest))
                        .orElse(null);
                // What fails only now and then has failed all the same.
                broken = broken == null ? flaky(sequence) : broken;
            }
        }
    }

    @Then("the books always balance")
    public void balance() {
        if (broken != null) {
            throw broken;
        }
        Operation.Effects effects = world.call().operation().effects();
        if (effects == null || effects.ledger() == null) {
            throw Judgement.notChecked("effects.ledger: the target file does not say how the books are read");
        }
        checks.that("the books balance", true, "balance", "balance");
    }

    /** Sends a sequence; what breaks is told, anything else that ends a scenario goes on. */
    private Optional<Judgement> fails(Sequence sequence) {
        try {
            send(sequence);
            return Optional.empty();
        } catch (Judgement judgement) {
            if (judgement.verdict() != Verdict.BROKEN) {
                throw judgement;
            }
            return Optional.of(judgement);
        }
    }

    private void send(Sequence sequence) {
        List<Expected> expected = sequence.expected();
        Call[] sent = new Call[expected.size()];
        Answer[] first = new Answer[expected.size()];
        for (int index : sequence.sends()) {
            Expected step = expected.get(index);
            if (sent[index] == null) {
                Call payment = step.payment() == index ? null : sent[step.payment()];
                sent[index] = call(step, payment, payment == null ? null : first[step.payment()]);
            }
            Answer answer = world.send(sent[index]).answer();
            first[index] = first[index] == null ? answer : first[index];
            checks.that(
                    "a " + step.step().kind().label() + " is " + (step.accepted() ? "accepted" : "refused"),
                    answer.isSuccessful() == step.accepted(),
                    step.accepted() ? "a success" : "a refusal",
                    answer.described(),
                    world.where());
        }
        for (int index = 0; index < expected.size(); index++) {
            Expected step = expected.get(index);
            effects.check(sent[index], world.principals(), step.accepted() ? 1 : 0);
            effects.booked(sent[index])
                    .ifPresent(booked -> checks.equal(
                            "the ledger has what a " + step.step().kind().label() + " came to",
                            due(step, sent[step.payment()]),
                            booked));
        }
    }

    /** What a step must book; without an amount of its own a payment comes to what the target file's request does. */
    private long due(Expected step, Call payment) {
        return amount().isPresent()
                ? step.booked()
                : Long.signum(step.booked())
                        * Math.max(1, effects.booked(payment).orElse(1));
    }

    private Call call(Expected step, @Nullable Call payment, @Nullable Answer paid) {
        Operation create = world.call().operation();
        Map<String, JsonNode> sum = new HashMap<>();
        amount().ifPresent(
                        pointer -> sum.put(pointer, LongNode.valueOf(step.step().amount())));
        if (payment == null || paid == null) {
            return Payloads.changed(calls.prepare(create), sum);
        }
        return step.step().kind() == Kind.REFUND
                ? Payloads.changed(calls.prepareOn(reversal(true).orElseThrow(), payment, paid), sum)
                : calls.prepareOn(reversal(false).orElseThrow(), payment, paid);
    }

    /** Without what the target has no operation for. */
    private Sequence offered(Sequence sequence) {
        Set<Kind> kinds = EnumSet.of(Kind.PAYMENT);
        amount().ifPresent(pointer -> kinds.add(Kind.REFUND));
        reversal(false).ifPresent(whole -> kinds.add(Kind.VOID));
        if (kinds.size() == 1) {
            String name = world.call().operation().name();
            String reason = target.whyNotOffered("reverse");
            throw reason == null
                    ? Judgement.notChecked("operations: the target file describes no reversal of a " + name)
                    : Judgement.notApplicable("the API offers no reversal of a " + name + ": " + reason);
        }
        return sequence.of(kinds);
    }

    /** Where an amount stands, which is where reversals of a part have it. */
    private Optional<String> amount() {
        return reversal(true).map(Operation::partial).map(Operation.Partial::amount);
    }

    private Optional<Operation> reversal(boolean partial) {
        String create = String.valueOf(world.call().operation().name());
        return target.operations(Role.REVERSE).stream()
                .filter(operation -> create.equals(operation.after()))
                .filter(operation -> (operation.partial() != null) == partial)
                .findFirst();
    }

    private static Judgement withScenario(Judgement judgement, Sequence shortest) {
        String scenario = "When this sequence of it, its reversals and their retries is sent\n" + shortest
                + "\nThen the books always balance";
        return judgement.with(new Fact("the shortest sequence that fails, as a scenario", scenario));
    }

    private static Judgement flaky(Sequence sequence) {
        return Judgement.broken(
                "violated: the books always balance", "balance", "a sequence that failed once:\n" + sequence);
    }
}
