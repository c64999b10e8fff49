package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Lacking;
import dev.samekey.steps.judge.world.Seed;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import io.cucumber.datatable.DataTable;
import io.cucumber.datatable.DataTableTypeRegistry;
import io.cucumber.datatable.DataTableTypeRegistryTableConverter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SequenceStepsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String VOID = """
              void:
                role: reverse
                after: payment
                request: {method: POST, path: "/payments/${payment.id}/void", body: {reference: "${unique}"}}
                id: /id
                effects:
                  list: {path: "/voids?reference=${unique}", count: /items}
            """;

    private Checks checks = new Checks();

    @Test
    void a_target_that_accepts_everything_is_shown_by_the_shortest_sequence_as_a_scenario() throws IOException {
        try (RawServer server = accepting()) {
            // Now and then nothing is to be refused in a handful of sequences.
            Judgement judgement = Stream.generate(() -> generated(server))
                    .limit(20)
                    .filter(judged -> judged.verdict() == Verdict.BROKEN)
                    .findFirst()
                    .orElseThrow();

            assertThat(judgement.facts())
                    .filteredOn(fact -> fact.name().equals("the shortest sequence that fails, as a scenario"))
                    .singleElement()
                    .extracting(Fact::value)
                    .asString()
                    .matches("(?s)When this sequence .* is sent\\n\\| do .*\\n\\| payment .*\\nThen the books balance")
                    .satisfies(
                            // Two refunds of the least amount are as small as one of a larger one.
                            text -> assertThat(text.lines()).hasSizeBetween(5, 6));
        }
    }

    @Test
    void a_sequence_that_a_scenario_spells_out_is_judged_as_it_is() throws IOException {
        try (RawServer server = accepting()) {
            SequenceSteps whole = steps(server);
            whole.thisSequence(table("payment", "800"));
            SequenceSteps tooMuch = steps(server);
            tooMuch.thisSequence(table("payment", "800", "refund", "900"));

            assertThat(catchThrowableOfType(Judgement.class, whole::balance))
                    .hasMessage("effects.ledger: the target file does not say how the books are read");
            assertThat(catchThrowableOfType(Judgement.class, tooMuch::balance))
                    .hasMessage("response to a refund in a sequence of 2: expected a refusal,"
                            + " got 201 {\"id\": \"id-1\"}");
        }
    }

    @Test
    void a_second_reversal_is_no_break_where_nothing_says_that_only_one_fits() throws IOException {
        try (RawServer server = accepting()) {
            SequenceSteps steps =
                    steps(Targets.fullAt(server.uri()).replace("intent: {/amount: 1100, ", "intent: {") + VOID);
            steps.thisSequence(table("payment", "800", "void", "0", "void", "0"));

            Judgement judgement = catchThrowableOfType(Judgement.class, steps::balance);
            assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CHECKED);
            assertThat(judgement)
                    .hasMessage(
                            "effects.ledger: the target file does not say how the books are read, nor by «partial» how"
                                    + " often a void fits, and a second one was accepted");
        }
    }

    @Test
    void a_sequence_is_judged_when_the_books_are_and_not_when_it_is_sent() throws IOException {
        try (RawServer server = accepting()) {
            SequenceSteps steps = steps(server);
            steps.thisSequence(table("payment", "800"));

            assertThat(checks.made()).isZero();
            assertThat(catchThrowableOfType(Judgement.class, steps::balance)).isNotNull();
            assertThat(checks.made()).isEqualTo(2);
        }
    }

    @Test
    void an_amount_is_written_only_where_the_operation_declares_it() throws IOException {
        try (RawServer server = accepting()) {
            String priced = Targets.fullAt(server.uri())
                    .replace("body: {amount: 1000,", "body: {price: 1000,")
                    .replace("intent: {/amount: 1100, /payer: p-2}", "intent: {/price: 1100, /payer: p-2}");
            SequenceSteps steps = steps(priced + VOID);
            steps.thisSequence(table("payment", "800", "refund", "300", "void", "0"));

            assertThat(server.received())
                    .filteredOn(request -> request.line().startsWith("POST /payments "))
                    .isNotEmpty()
                    .allSatisfy(request ->
                            assertThat(request.body()).contains("price").doesNotContain("amount"));
            assertThat(server.received()).noneMatch(request -> request.line().startsWith("POST /refunds "));
        }
    }

    @Test
    void a_contract_that_refuses_repeats_may_refuse_the_retry_of_what_was_done() throws IOException {
        AtomicInteger posts = new AtomicInteger();
        try (RawServer server = RawServer.doing((request, connection) -> {
            boolean listing = request.line().startsWith("GET ");
            boolean again = !listing && posts.incrementAndGet() > 1;
            String body = listing ? "{\"items\": [1]}" : again ? "{}" : "{\"id\": \"id-1\"}";
            String head = "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n"
                    .formatted(listing ? "200 OK" : again ? "409 Conflict" : "201 Created", body.length());
            connection.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
        })) {
            String rejecting = Targets.fullAt(server.uri())
                    .replace(
                            "contract: playbook",
                            "contract: {name: own, key: {in: header, name: X-Key}, replay: {mode: reject},"
                                    + " refusals: {replayed_key: {status: 409}}}");
            SequenceSteps steps = steps(rejecting);
            steps.thisSequence(DataTable.create(
                    List.of(List.of("do", "amount", "retries"), List.of("payment", "800", "1")),
                    new DataTableTypeRegistryTableConverter(new DataTableTypeRegistry(Locale.ENGLISH))));

            assertThat(catchThrowableOfType(Judgement.class, steps::balance))
                    .hasMessage("effects.ledger: the target file does not say how the books are read");
        }
    }

    private Judgement generated(RawServer server) {
        SequenceSteps steps = steps(server);
        steps.randomSequences();
        return catchThrowableOfType(Judgement.class, steps::balance);
    }

    private static DataTable table(String... steps) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("do", "amount", "retries")));
        for (int i = 0; i < steps.length; i += 2) {
            rows.add(List.of(steps[i], steps[i + 1], "0"));
        }
        return DataTable.create(
                rows, new DataTableTypeRegistryTableConverter(new DataTableTypeRegistry(Locale.ENGLISH)));
    }

    /** Each request is a success, each listing has one item. */
    private static RawServer accepting() {
        return RawServer.doing((request, connection) -> {
            boolean listing = request.line().startsWith("GET ");
            String body = listing ? "{\"items\": [1]}" : "{\"id\": \"id-1\"}";
            String head = "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n"
                    .formatted(listing ? "200 OK" : "201 Created", body.length());
            connection.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
        });
    }

    private SequenceSteps steps(RawServer server) {
        return steps(Targets.fullAt(server.uri()) + VOID);
    }

    private SequenceSteps steps(String yaml) {
        TargetFile file = Targets.file(yaml);
        Journal journal = new Journal(file.secrets());
        Wire wire = new Wire(LIMIT);
        Capabilities capabilities = Lacking.everything(file);
        Calls calls = Lacking.calls(file, wire, journal);
        World world = new World(file.contract(), wire, calls, journal, CurrentPhase.none());
        Operation payment = Objects.requireNonNull(file.target().operations().get("payment"));
        world.begin(payment);
        checks = new Checks();
        return new SequenceSteps(
                world,
                file.target(),
                file.contracts(),
                calls,
                new Effects(capabilities, calls, journal, checks),
                checks,
                journal,
                new Seed(7));
    }
}
