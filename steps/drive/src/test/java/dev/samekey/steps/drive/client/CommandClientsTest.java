package dev.samekey.steps.drive.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.oracles.wait.Await;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandClientsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final Path folder;

    CommandClientsTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void many_operations_run_at_once_and_each_gets_its_own_report() {
        try (Client client = open("behaves")) {
            List<CompletableFuture<Outcome>> all = IntStream.range(0, 200)
                    .mapToObj(number -> CompletableFuture.supplyAsync(
                            () -> client.perform(task("t" + number)), CommandClientsTest::inItsThread))
                    .toList();
            assertThat(all)
                    .extracting(CompletableFuture::join)
                    .extracting(Outcome::task)
                    .hasSize(200)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void a_failure_is_reported_with_all_that_the_client_says_of_it() {
        try (Client client = open("fails")) {
            Outcome outcome = client.perform(task("1"));

            assertThat(outcome.succeeded()).hasValue(false);
            assertThat(outcome.failure()).isEqualTo(new Outcome.Failure(503, "X.y", "no"));
            assertThat(outcome.attempts()).isEqualTo(5);
            assertThat(outcome.key()).isEqualTo("k");
            assertThat(outcome.parked()).isTrue();
            assertThat(outcome.endedNanos()).isCloseTo(System.nanoTime(), within(TimeUnit.SECONDS.toNanos(30)));
        }
    }

    @Test
    void a_client_gets_the_url_its_folder_the_certificate_and_the_operation() {
        Path pem = folder.resolve("ca.pem");
        Clients.Session session = new Clients.Session(URI.create("https://127.0.0.1:1"), folder, pem, 50);
        try (Client client =
                clients(LIMIT, "tells what it was given", "--to=${url}").open(session)) {
            JsonNode result = Objects.requireNonNull(client.perform(task("1")).result());

            assertThat(result.path("url").asText()).isEqualTo("https://127.0.0.1:1");
            assertThat(result.path("folder").asText()).isEqualTo(folder.toString());
            assertThat(result.path("ca").asText()).isEqualTo(pem.toString());
            assertThat(result.path("speed").asText()).isEqualTo("50");
            assertThat(result.path("argument").asText()).isEqualTo("--to=https://127.0.0.1:1");
            assertThat(result.path("line").toString())
                    .isEqualTo("{\"id\":\"1\",\"operation\":\"payment\",\"payload\":{\"reference\":\"u-1\"}}");
        }
    }

    @Test
    void what_a_killed_client_has_kept_is_resumed_by_the_next_one() {
        Client first = open("remembers");
        CompletableFuture<Outcome> begun =
                CompletableFuture.supplyAsync(() -> first.perform(task("1")), CommandClientsTest::inItsThread);
        assertThat(Await.until("it to be kept", LIMIT, LOOK, () -> first.words().contains("kept 1")))
                .isTrue();

        first.kill();

        assertThat(begun.join().succeeded()).isEmpty();
        assertThatThrownBy(() -> first.perform(task("2")))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("killed");
        first.close();
        try (Client second = open("remembers")) {
            Outcome resumed = second.resume(task("1"));
            assertThat(resumed.task()).isEqualTo("1");
            assertThat(resumed.result()).hasToString("{\"known\":true}");
        }
    }

    @Test
    void a_client_that_cannot_be_started_is_a_fault() {
        CommandClients clients = new CommandClients(List.of("no-such-program"), folder);
        assertThatThrownBy(() -> clients.open(session()))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("cannot be started")
                .hasMessageContaining("no-such-program");
        assertThatThrownBy(() -> new CommandClients(List.of("true"), folder.resolve("none")).open(session()))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("does not exist");
    }

    @Test
    void a_client_that_ends_before_it_reported_is_a_fault_with_its_exit_code_and_last_lines() {
        try (Client client = open("ends")) {
            assertThatThrownBy(() -> client.perform(task("1")))
                    .isInstanceOf(ClientFault.class)
                    .hasMessageContaining("exit code 4 before it reported the operation 1")
                    .hasMessageContaining("cannot go on with 1");
            assertThatThrownBy(() -> client.perform(task("2"))).hasMessageContaining("exit code 4");
        }
    }

    @Test
    void a_client_that_ends_before_it_was_asked_is_a_fault() {
        Client client = open("ends at once");
        assertThatThrownBy(() -> client.perform(task("1")))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("exit code 3")
                .hasMessageContaining("no such setting");
        client.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    starting up                                   | is no JSON
                    {"id": "1", "result": {}} {"id": "2"}         | is no JSON
                    {"id": "1", "id": "2", "result": {}}          | is no JSON
                    ["1"]                                         | is no JSON object
                    {"result": {}}                                | has no id
                    {"id": 1, "result": {}}                       | has an id that is no text
                    {"id": "9", "result": {}}                     | has the id «9», which no operation has
                    {"id": "1", "result": {}, "error": {}}        | has both a result and an error
                    {"id": "1"}                                   | has neither a result nor an error
                    {"id": "1", "result": null}                   | has neither a result nor an error
                    {"id": "1", "error": "503"}                   | has an error that is no object
                    {"id": "1", "error": {"status": "503"}}       | has «status», which is no whole number
                    {"id": "1", "error": {"code": 7}}             | has «code», which is no text
                    {"id": "1", "result": {}, "attempts": 1.5}    | has «attempts», which is no whole number
                    {"id": "1", "result": {}, "key": 7}           | has «key», which is no text
                    {"id": "1", "result": {}, "parked": "yes"}    | has «parked», which is neither true nor false
                    """)
    void a_line_that_is_no_report_is_a_fault_that_says_what_is_wrong(String line, String fault) {
        // No process is needed to read a line, but for the id, which nobody but the session knows.
        if (line.contains("\"9\"")) {
            try (Client client = open("writes", line)) {
                assertThatThrownBy(() -> client.perform(task("1")))
                        .isInstanceOf(ClientFault.class)
                        .hasMessageContaining(fault)
                        .hasMessageContaining(line);
            }
            return;
        }
        assertThatThrownBy(() -> Report.of(line))
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("a line of the client " + fault)
                .hasMessageContaining(line);
    }

    @Test
    void a_line_that_is_no_report_ends_the_session() {
        try (Client client = open("writes", "starting up")) {
            assertThatThrownBy(() -> client.perform(task("1")))
                    .isInstanceOf(ClientFault.class)
                    .hasMessageContaining("is no JSON")
                    .hasMessageContaining("starting up");
        }
    }

    @Test
    void a_line_without_an_end_is_a_fault() {
        try (Client client = open("never stops its line")) {
            assertThatThrownBy(() -> client.perform(task("1")))
                    .isInstanceOf(ClientFault.class)
                    .hasMessageContaining("is longer than 1048576 bytes");
        }
    }

    @Test
    void a_second_report_is_a_fault_of_the_session() {
        Client client = open("reports twice");
        assertThat(client.perform(task("1")).succeeded()).hasValue(true);
        assertThatThrownBy(client::close)
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("reports the operation 1 again");
    }

    @Test
    void a_client_that_says_nothing_is_a_fault_when_the_limit_has_passed() {
        try (Client client = clients(Duration.ofSeconds(5), "says nothing").open(session())) {
            assertThatThrownBy(() -> client.perform(task("1")))
                    .isInstanceOf(ClientFault.class)
                    .hasMessageContaining("has not reported the operation 1 within 5000 ms")
                    .hasMessageContaining("thinking about 1");
        }
    }

    @Test
    void a_client_that_closes_its_output_is_a_fault() {
        try (Client client = open("closes its output")) {
            assertThatThrownBy(() -> client.perform(task("1")))
                    .isInstanceOf(ClientFault.class)
                    .hasMessageContaining("has closed its output");
        }
    }

    @Test
    void a_client_that_does_not_end_with_its_input_is_killed_with_its_children() {
        Client client = open("starts a child");
        client.perform(task("1"));
        assertThat(Await.until("the child", LIMIT, LOOK, () -> !client.words().isBlank()))
                .isTrue();
        ProcessHandle child =
                ProcessHandle.of(Long.parseLong(client.words().strip())).orElseThrow();

        assertThatThrownBy(client::close)
                .isInstanceOf(ClientFault.class)
                .hasMessageContaining("did not end within 5 s of the end of its input, and was killed");

        assertThat(Await.until("the child to end", LIMIT, LOOK, () -> !child.isAlive()))
                .isTrue();
    }

    private Client open(String... habit) {
        return clients(LIMIT, habit).open(session());
    }

    private CommandClients clients(Duration limit, String... habit) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Path.of(SmallClient.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath())
                        .toString(),
                SmallClient.class.getName()));
        command.addAll(List.of(habit));
        return new CommandClients(command, folder, limit);
    }

    private Clients.Session session() {
        return new Clients.Session(URI.create("http://127.0.0.1:1"), folder, null, 1);
    }

    private static Task task(String id) {
        return new Task(id, "payment", JsonNodeFactory.instance.objectNode().put("reference", "u-" + id), "u-" + id);
    }

    private static void inItsThread(Runnable work) {
        Thread thread = new Thread(work, "operation");
        thread.setDaemon(true);
        thread.start();
    }
}
