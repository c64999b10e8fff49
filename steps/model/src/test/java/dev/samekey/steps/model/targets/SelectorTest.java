package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SelectorTest {
    private static final String TWO_PAYMENTS = """
            name: Acme
            urls: [http://a.example]
            contract: playbook
            counterparts:
              bank: {listen: 1, role: provider, about: /reference, key: {header: Idempotency-Key}}
              mail: {listen: 2, role: sink, about: /reference}
            operations:
              payment: {role: create, stakes: high, reaches: [bank], request: {method: POST, path: /payments, body: {amount: 1}}}
              deposit: {role: create, reaches: [mail], request: {method: POST, path: /deposits, body: {amount: 1}}}
              refund:
                role: reverse
                reaches: [mail]
                request: {method: POST, path: /refunds, body: {amount: 1}}
                partial: {amount: /amount, beyond: 2, refusal: {status: 422}}
              void: {role: reverse, after: payment, request: {method: POST, path: /voids}}
              customer: {role: setup, request: {method: POST, path: /customers}}
              nightly: {role: job, key: {header: Run}, work: {operation: payment}, request: {method: POST, path: /nightly}}
              posted: {role: event, request: {method: POST, path: /events, body: {id: 1}}}
              published:
                role: event
                request: {method: POST, path: /, body: {id: 1}}
                delivery: {broker: {url: "nats://a.example", stream: S, subject: s, consumer: c}}
            """;

    private final TargetFile file = Targets.file(TWO_PAYMENTS);

    @Test
    void each_means_its_operations() {
        assertThat(Stream.of(
                                "any",
                                "high stakes",
                                "provider",
                                "sink",
                                "vendor",
                                "create",
                                "partial reverse",
                                "followed create",
                                "reported create",
                                "event",
                                "brokered event",
                                "job",
                                "update",
                                "void",
                                "customer")
                        .map(words -> tuple(words, names(words))))
                .containsExactly(
                        tuple("any", List.of("payment", "deposit", "refund", "void")),
                        tuple("high stakes", List.of("payment")),
                        tuple("provider", List.of("payment")),
                        tuple("sink", List.of("deposit", "refund")),
                        tuple("vendor", List.of()),
                        tuple("create", List.of("payment", "deposit")),
                        tuple("partial reverse", List.of("refund")),
                        tuple("followed create", List.of("payment")),
                        tuple("reported create", List.of("deposit")),
                        tuple("event", List.of("posted", "published")),
                        tuple("brokered event", List.of("published")),
                        tuple("job", List.of("nightly")),
                        tuple("update", List.of()),
                        tuple("void", List.of("void")),
                        tuple("customer", List.of("customer")));
    }

    @Test
    void what_nobody_can_interpret_fails_with_the_nearest_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selector.of("reported creat", file.target()))
                .withMessageContaining("did you mean «reported create»?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selector.of("paiment", file.target()))
                .withMessageStartingWith("«paiment» is neither a role nor an operation of the target")
                .withMessageContaining("did you mean «payment»?");
        assertThatIllegalArgumentException().isThrownBy(() -> Selector.of("told create", file.target()));
    }

    @Test
    void a_step_may_say_each_of_them() {
        assertThat(Selector.words()).isNotEmpty().allMatch(words -> words.matches(Selector.PATTERN));
    }

    @Test
    void it_says_why_a_target_has_none() {
        assertLacking(file, "update", Verdict.NOT_CHECKED, "operations: the target file describes no update");
        assertLacking(
                file, "any", Verdict.NOT_CHECKED, "operations: the target file describes no operation with a key");
        assertLacking(
                file,
                "vendor",
                Verdict.NOT_CHECKED,
                "operations: the target file describes no operation that reaches a vendor");
        assertLacking(
                file,
                "reported create",
                Verdict.NOT_CHECKED,
                "operations: the target file describes no create that reaches a sink");
        assertLacking(file, "brokered event", Verdict.NOT_CHECKED, "delivery.broker: the target file names no broker");
    }

    @Test
    void what_the_api_does_not_offer_is_not_applicable() {
        TargetFile without = Targets.file(TWO_PAYMENTS + "not_offered: {sink: nobody asks, delete: kept}\n");

        assertLacking(without, "delete", Verdict.NOT_APPLICABLE, "the API offers no delete: kept");
        assertLacking(without, "partial delete", Verdict.NOT_APPLICABLE, "the API offers no partial delete: kept");
        assertLacking(
                without, "reported create", Verdict.NOT_APPLICABLE, "the API offers no reported create: nobody asks");
    }

    private static void assertLacking(TargetFile file, String words, Verdict verdict, String reason) {
        Judgement judgement = Selector.of(words, file.target()).lacking(file.target());
        assertThat(judgement.verdict()).as(words).isEqualTo(verdict);
        assertThat(judgement.reason()).isEqualTo(reason);
    }

    private List<String> names(String words) {
        return Selector.of(words, file.target()).in(file.target()).stream()
                .map(Operation::name)
                .map(String::valueOf)
                .toList();
    }
}
