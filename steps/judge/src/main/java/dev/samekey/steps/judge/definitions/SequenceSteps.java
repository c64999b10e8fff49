package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.seeds.sequence.Expected;
import dev.samekey.seeds.sequence.Kind;
import dev.samekey.seeds.sequence.Sequence;
import dev.samekey.seeds.sequence.Sequences;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.Seed;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Sequences of an operation, its reversals and their retries, and what the books must say of them (REV-5). */
public final class SequenceSteps {
    private static final int GENERATED = 6;
    /** Enough to get from a long sequence to a short one, and few enough to end soon. */
    private static final int MOST_TRIES = 40;

    private final World world;
    private final Target target;
    private final Calls calls;
    private final Effects effects;
    private final Checks checks;
    private final Journal journal;
    private final Contracts contracts;
    private final Seed seed;
    /** What was compared so far; a comparison that does not hold is the last. */
    private final List<Comparison> comparisons = new ArrayList<>();

    private @Nullable Comparison failed;

    public SequenceSteps(
            World world,
            Target target,
            Contracts contracts,
            Calls calls,
            Effects effects,
            Checks checks,
            Journal journal,
            Seed seed) {
        this.world = world;
        this.target = target;
        this.contracts = contracts;
        this.calls = calls;
        this.effects = effects;
        this.checks = checks;
        this.journal = journal;
        this.seed = seed;
    }

    /**
     * What was expected in a sequence and what was there, for the step that judges it.
     *
     * @param unknown what nobody knows without which it is no break; null where it is one
     */
    private record Comparison(
            String subject,
            boolean holds,
            String expected,
            String actual,
            List<Fact> facts,
            @Nullable String unknown) {
        static Comparison equal(String subject, long expected, long actual, Fact... facts) {
            return new Comparison(
                    subject,
                    expected == actual,
                    String.valueOf(expected),
                    String.valueOf(actual),
                    List.of(facts),
                    null);
        }

        Comparison with(Fact more) {
            List<Fact> all = new ArrayList<>(facts);
            all.add(more);
            return new Comparison(subject, holds, expected, actual, all, unknown);
        }
    }

    @When("this sequence of it, its reversals and their retries is sent")
    @Costs(value = Costs.HANDFUL, prepares = 1)
    public void thisSequence(DataTable table) {
        fails(offered(Sequence.of(table.asMaps())));
    }

    @When("random sequences of it, its reversals and their retries are sent")
    @Costs(value = Costs.HANDFUL, prepares = Costs.HANDFUL)
    public void randomSequences() {
        for (int i = 0; i < GENERATED && failed == null; i++) {
            long number = seed.of("sequence " + i + " of " + world.operation());
            Sequence sequence = offered(Sequences.generate(number));
            journal.add(
                    Evidence.text(EvidenceKind.SEQUENCE, "generated from seed " + seed.value(), sequence.toString()));
            if (fails(sequence)) {
                Sequence shortest = offered(Sequences.shrink(number, shorter -> fails(offered(shorter)), MOST_TRIES));
                failed = Objects.requireNonNull(failed).with(asScenario(shortest));
            }
        }
    }

    @Then("the books balance")
    public void balance() {
        if (failed != null) {
            check(failed);
        }
        comparisons.forEach(this::check);
        boolean areRead = world.attempts().stream()
                .map(attempt -> attempt.call().operation().effects())
                .anyMatch(counted -> counted != null && !counted.ledger().isEmpty());
        if (!areRead) {
            throw Judgement.notChecked("effects.ledger: the target file does not say how the books are read");
        }
    }

    private void check(Comparison made) {
        if (!made.holds() && made.unknown() != null) {
            throw Judgement.notChecked(made.unknown());
        }
        checks.that(
                made.subject(),
                made.holds(),
                made.expected(),
                made.actual(),
                made.facts().toArray(Fact[]::new));
    }

    /** Sends a sequence, and notes whether and where it fails first. */
    private boolean fails(Sequence sequence) {
        for (Comparison made : compared(sequence)) {
            if (!made.holds()) {
                failed = made;
                return true;
            }
            comparisons.add(made);
        }
        return false;
    }

    /** What a sequence shows; after a response that is wrong nothing more is sent. */
    private List<Comparison> compared(Sequence sequence) {
        List<Expected> expected = sequence.expected();
        List<Comparison> made = new ArrayList<>();
        Call[] sent = new Call[expected.size()];
        Answer[] first = new Answer[expected.size()];
        for (int index : sequence.sends()) {
            Expected step = expected.get(index);
            if (sent[index] == null) {
                Call payment = step.payment() == index ? null : sent[step.payment()];
                sent[index] = call(step, payment, payment == null ? null : first[step.payment()]);
            }
            Answer answer = world.send(sent[index]).answer();
            Reading reading = new Reading(contracts.of(sent[index].operation()));
            boolean refusedRepeat = first[index] != null && step.accepted() && reading.isRefusedRepeat(answer);
            first[index] = first[index] == null ? answer : first[index];
            Comparison response = new Comparison(
                    "response to " + named(step, sequence),
                    answer.isSuccessful() == step.accepted() || refusedRepeat,
                    step.accepted() ? "a success" : "a refusal",
                    answer.described(),
                    List.of(world.where()),
                    step.accepted() ? null : whyNotOnlyOne(sent[index].operation()));
            made.add(response);
            if (!response.holds()) {
                return made;
            }
        }
        Map<Call, ToLongFunction<String>> due = new LinkedHashMap<>();
        for (int index = 0; index < expected.size(); index++) {
            Expected step = expected.get(index);
            made.addAll(counted(sequence, step, sent[index]));
            due.put(sent[index], due(step, sent[step.payment()]));
        }
        made.addAll(booked(due));
        return made;
    }

    /** A second reversal may fit beside the first one: only books, or what fits, tell that it is too much. */
    private static @Nullable String whyNotOnlyOne(Operation reversal) {
        boolean isBooked =
                reversal.effects() != null && !reversal.effects().ledger().isEmpty();
        return isBooked || reversal.partial() != null
                ? null
                : "effects.ledger: the target file does not say how the books are read, nor by «partial» how often "
                        + reversal.withArticle() + " fits, and a second one was accepted";
    }

    private List<Comparison> counted(Sequence sequence, Expected step, Call call) {
        long wanted = step.accepted() ? 1 : 0;
        List<Comparison> made = new ArrayList<>();
        effects.expect(call, world.senders(), wanted);
        effects.count(call, world.senders(), wanted)
                .forEach((oracle, count) -> made.add(Comparison.equal(
                        "effects of " + named(step, sequence), wanted, count, effects.facts(oracle, call))));
        return made;
    }

    /** What the ledgers say, each of a call alone or of all those that have changed the same. */
    private List<Comparison> booked(Map<Call, ToLongFunction<String>> due) {
        List<Call> all = List.copyOf(due.keySet());
        return effects.booked(all, (ledger, call) -> due(due, ledger, call)).stream()
                .map(entry -> Comparison.equal(
                        entry.calls().size() == 1
                                ? "ledger entry of "
                                        + entry.calls().get(0).operation().withArticle() + " in a sequence of "
                                        + all.size()
                                : "ledger entries of the " + entry.calls().size() + " requests for "
                                        + entry.calls().get(0).operation().withArticle() + " in a sequence of "
                                        + all.size(),
                        entry.calls().stream()
                                .mapToLong(call -> due(due, entry.ledger(), call))
                                .sum(),
                        entry.sum(),
                        new Fact("booked in", entry.ledger())))
                .toList();
    }

    private static long due(Map<Call, ToLongFunction<String>> due, String ledger, Call call) {
        return Objects.requireNonNull(due.get(call)).applyAsLong(ledger);
    }

    /** By the names that the target file has for the operations. */
    private String named(Expected step, Sequence sequence) {
        Operation operation = switch (step.step().kind()) {
            case PAYMENT -> world.call().operation();
            case REFUND -> reversal(true).orElseThrow();
            case VOID -> reversal(false).orElseThrow();
        };
        return operation.withArticle() + " in a sequence of "
                + sequence.expected().size();
    }

    /** Written as the target file writes it. */
    private JsonNode amount(String pointer, long amount) {
        Operation create = world.call().operation();
        JsonNode body = Objects.requireNonNull(create.request().body());
        return create.request().kind().at(body, pointer).isTextual()
                ? TextNode.valueOf(String.valueOf(amount))
                : LongNode.valueOf(amount);
    }

    /** What a step must book; without an amount of its own a payment comes to what the target file's request does. */
    private ToLongFunction<String> due(Expected step, Call payment) {
        if (refundable().isPresent()) {
            return ledger -> step.booked();
        }
        Map<String, Long> paid = effects.booked(payment, (ledger, sum) -> sum != 0);
        long usual = paid.values().stream().findFirst().orElse(1L);
        return ledger -> Long.signum(step.booked()) * Math.max(1, paid.getOrDefault(ledger, usual));
    }

    private Call call(Expected step, @Nullable Call payment, @Nullable Answer paid) {
        Operation create = world.call().operation();
        Map<String, JsonNode> sum = new HashMap<>();
        refundable()
                .ifPresent(
                        pointer -> sum.put(pointer, amount(pointer, step.step().amount())));
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
        refundable().ifPresent(pointer -> kinds.add(Kind.REFUND));
        reversal(false).ifPresent(whole -> kinds.add(Kind.VOID));
        if (kinds.size() == 1) {
            String name = world.call().operation().name();
            String reason = target.whyNotOffered("reverse");
            throw reason == null
                    ? Judgement.notChecked(
                            reversal(true).isPresent()
                                    ? "intent: the target file does not say that " + Operation.withArticle(name)
                                            + " has its amount where its reversal has it"
                                    : "operations: the target file describes no reversal of "
                                            + Operation.withArticle(name))
                    : Judgement.notApplicable(
                            "the API offers no reversal of " + Operation.withArticle(name) + ": " + reason);
        }
        Sequence possible = sequence.of(kinds);
        return refundable().map(pointer -> possible.upTo(usual(pointer))).orElse(possible);
    }

    /** The amount in the target file's request: the API takes it, and nobody says that it takes more. */
    private long usual(String pointer) {
        Operation create = world.call().operation();
        JsonNode body = create.request().body();
        JsonNode amount = body == null
                ? MissingNode.getInstance()
                : create.request().kind().at(body, pointer);
        if (!amount.asText().matches("[1-9][0-9]{0,17}")) {
            throw Judgement.notChecked("request: the amount of " + create.withArticle() + " at «" + pointer
                    + "» is no whole number, but «" + amount.asText() + "»");
        }
        return Long.parseLong(amount.asText());
    }

    /**
     * Where both the operation and its reversal of a part have their amount. Where the operation declares no such member it
     * has its price elsewhere, and what is left of it is not known.
     */
    private Optional<String> refundable() {
        return reversal(true)
                .map(Operation::partial)
                .map(Operation.Partial::amount)
                .filter(world.call().operation().intent()::containsKey);
    }

    private Optional<Operation> reversal(boolean partial) {
        String create = String.valueOf(world.call().operation().name());
        return target.operations(Role.REVERSE).stream()
                .filter(operation -> create.equals(operation.after()))
                .filter(operation -> (operation.partial() != null) == partial)
                .findFirst();
    }

    private static Fact asScenario(Sequence shortest) {
        return new Fact(
                "the shortest sequence that fails, as a scenario",
                "When this sequence of it, its reversals and their retries is sent\n" + shortest
                        + "\nThen the books balance");
    }
}
