package dev.samekey.client.defects;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.client.ClientOutcome;
import dev.samekey.client.ClientParts;
import dev.samekey.client.RetryingClient;
import dev.samekey.client.TestClients;
import dev.samekey.client.TestService;
import dev.samekey.client.TestService.Answer;
import dev.samekey.client.TestService.Received;
import dev.samekey.server.dialect.ShippedDialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientDefectsTest {
    private static final Path CATALOGUE = Path.of("../features/contract/clauses.csv");
    private static final Path CLIENT = Path.of("src/main/java/dev/samekey/client");

    @TempDir
    Path folder = Path.of("");

    @Test
    void every_clause_of_a_client_has_the_defects_that_its_row_names() throws IOException {
        Map<String, Set<String>> named = new HashMap<>();
        for (Map<String, String> row : catalogue()) {
            if ("client".equals(row.get("side"))) {
                named.put(
                        row.getOrDefault("id", ""),
                        Set.of(row.getOrDefault("defect_it_catches", "").split("; ")));
            }
        }
        Map<String, Set<String>> present =
                defects().stream().collect(groupingBy(ClientDefect::clause, mapping(ClientDefect::name, toSet())));

        assertThat(present.keySet()).isEqualTo(named.keySet());
        assertThat(named)
                .allSatisfy((clause, names) ->
                        assertThat(present.get(clause)).as(clause).containsAll(names));
        assertThat(defects()).allSatisfy(defect -> assertThat(named.keySet()).containsAll(defect.follows()));
    }

    @Test
    void names_are_unique_and_dialects_are_shipped() {
        assertThat(defects()).extracting(ClientDefect::name).doesNotHaveDuplicates();
        assertThat(defects())
                .flatExtracting(defect -> defect.dialect().stream().toList())
                .isNotEmpty()
                .isSubsetOf(ShippedDialects.names());
    }

    @Test
    void the_client_never_mentions_a_defect() throws IOException {
        try (Stream<Path> files = Files.list(CLIENT)) {
            assertThat(files.filter(Files::isRegularFile)
                            .filter(file -> text(file).contains("defect")))
                    .isEmpty();
        }
    }

    /** Whatever breaks, the rest of the client works: it does an operation, also after a failure. */
    @ParameterizedTest
    @MethodSource("defects")
    void a_client_with_a_defect_is_a_client(ClientDefect defect) {
        try (TestService service = new TestService().answering(Answer.of(500))) {
            ClientParts parts = defect.apply(TestClients.parts(service, folder, TestClients.QUICK));

            ClientOutcome outcome = TestClients.pay(parts);

            assertThat(outcome.last().isSuccess()).isTrue();
            assertThat(service.received()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"hidden-transport-retry: CLOSED", "hidden-transport-retry: RESET", "repeats-on-reset: RESET"})
    void a_layer_below_repeats_what_the_client_counts_once(String example) {
        Answer failure = example.endsWith("RESET") ? Answer.RESET : Answer.CLOSED;
        try (TestService service = new TestService().answering(failure)) {
            ClientOutcome outcome = TestClients.pay(having(example.replaceAll(":.*", ""), service));

            assertThat(service.received()).hasSize(2);
            assertThat(outcome.attempts()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"hedges-slow-responses, 1", "impatient, 2"})
    void a_slow_response_is_not_waited_for(String defect, int attempts) {
        try (TestService service = new TestService().answering(Answer.SILENCE)) {
            ClientOutcome outcome = TestClients.pay(having(defect, service));

            assertThat(outcome.last().isSuccess()).isTrue();
            assertThat(outcome.attempts()).isEqualTo(attempts);
            assertThat(service.received()).hasSize(2);
        }
    }

    @Test
    void a_key_changes_after_a_timeout_and_after_nothing_else() {
        try (TestService service = new TestService().answering(Answer.of(503), Answer.SILENCE, Answer.of(503))) {
            TestClients.pay(having("key-changes-after-timeout", service));

            List<String> keys = service.received().stream().map(Received::key).toList();
            assertThat(keys.get(0)).isEqualTo(keys.get(1)).isNotEqualTo(keys.get(2));
            assertThat(keys.get(2)).isEqualTo(keys.get(3));
        }
    }

    @Test
    void each_thread_has_retries_of_its_own() {
        String budget = TestClients.QUICK + ", budget: {share: 0.1, window: 60s, least: 5}";
        assertThat(retriesOf("budget-per-thread", budget)).isGreaterThan(20);
        assertThat(retriesOf("no-budget", budget)).isEqualTo(200);
        assertThat(retriesOf("budget-never-refills", budget)).isBetween(3, 11);
    }

    private int retriesOf(String defect, String policy) {
        try (TestService service = new TestService().always(Answer.of(503))) {
            RetryingClient client = new RetryingClient(having(defect, TestClients.parts(service, folder, policy)));
            IntStream.range(0, 50)
                    .forEach(i -> client.perform("id" + i, "payment", "{}")
                            .toCompletableFuture()
                            .join());
            return service.received().size() - 50;
        }
    }

    private ClientParts having(String name, TestService service) {
        return having(name, TestClients.parts(service, folder, TestClients.QUICK));
    }

    private static ClientParts having(String name, ClientParts parts) {
        return defects().stream()
                .filter(defect -> defect.name().equals(name))
                .findFirst()
                .orElseThrow()
                .apply(parts);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).toLowerCase(Locale.ROOT);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Map<String, String>> catalogue() throws IOException {
        try (MappingIterator<Map<String, String>> rows = new CsvMapper()
                .readerForMapOf(String.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(CATALOGUE.toFile())) {
            return rows.readAll();
        }
    }

    static List<ClientDefect> defects() {
        return ClientDefects.all();
    }
}
