package dev.samekey.steps.drive.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetProcessTest {
    private static final String JAVA = ProcessHandle.current().info().command().orElse("java");

    @Test
    void a_target_is_started_restarted_and_ended_with_its_children(@TempDir Path folder) throws Exception {
        URI url = Ports.nobody();
        Path output = folder.resolve("target.log");
        List<String> second;
        try (TargetProcess process = smallServer(url, folder)) {
            process.start();
            List<String> first = pids(url);
            process.run();
            second = pids(url);

            assertThat(second).doesNotContainAnyElementsOf(first);
            assertThat(first).allMatch(TargetProcessTest::ends);
        }
        assertThat(second).allMatch(TargetProcessTest::ends);
        assertThat(Files.readString(output)).isEqualTo("started\nstarted\n");
    }

    @Test
    void a_kill_ends_what_is_under_way_and_frees_the_place(@TempDir Path folder) throws Exception {
        URI url = Ports.nobody();
        try (TargetProcess process = smallServer(url, folder)) {
            process.start();
            InFlight inFlight = new InFlight(new Wire(Duration.ofSeconds(30)));
            inFlight.send(new Request("POST", "/slow", List.of(), "{}"), url);
            await(() -> Files.readString(folder.resolve("target.log")).contains("slow"), "the request is there");
            process.kill();

            assertThat(process.isRunning()).isFalse();
            assertThat(inFlight.collect()).singleElement().matches(exchange -> exchange.answer() == null);
            new ServerSocket(url.getPort()).close();

            process.start();
            assertThat(process.isRunning()).isTrue();
            assertThat(pids(url)).hasSize(2);
        }
    }

    @Test
    void a_command_that_ends_at_once_is_reported_with_its_last_words(@TempDir Path folder) throws IOException {
        assertCannotRun(
                List.of("sh", "-c", "echo no database here; exit 3"),
                folder,
                "the target ended with exit code 3 before it was ready. Its last words:\nno database here");
    }

    @Test
    void a_command_that_does_not_exist_is_reported(@TempDir Path folder) throws IOException {
        assertCannotRun(List.of("no-such-command-here"), folder, "cannot start the target: ");
    }

    @Test
    void a_path_that_cannot_be_asked_leaves_no_process_behind(@TempDir Path folder) throws IOException {
        URI nobody = Ports.nobody();
        for (String ready : List.of("/not ready", "ready")) {
            Target.Lifecycle lifecycle = new Target.Lifecycle(List.of("sleep", "61.25"), null, Target.Ready.at(ready));
            TargetProcess process = new TargetProcess(lifecycle, List.of(nobody), folder, folder.resolve("target.log"));

            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(process::start)
                    .withMessageContaining("«lifecycle.ready: " + ready + "»");
            assertThat(ProcessHandle.current().descendants())
                    .noneMatch(one ->
                            one.isAlive() && one.info().commandLine().orElse("").contains("61.25"));
        }
    }

    @Test
    void a_place_that_is_taken_is_reported(@TempDir Path folder) throws IOException {
        try (RawServer other = RawServer.answering("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")) {
            TargetProcess process = new TargetProcess(
                    new Target.Lifecycle(List.of("sleep", "60"), null, Target.Ready.at("/")),
                    List.of(other.uri()),
                    folder,
                    folder.resolve("target.log"));

            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(process::start)
                    .withMessageStartingWith("something answers at " + other.uri() + " already");
        }
    }

    @Test
    void what_was_never_started_needs_no_end(@TempDir Path folder) throws IOException {
        TargetProcess process = process(List.of("sleep", "60"), folder);
        process.close();
        process.close();

        assertThat(folder.resolve("target.log")).doesNotExist();
    }

    private static TargetProcess smallServer(URI url, Path folder) throws URISyntaxException {
        Target.Lifecycle lifecycle = new Target.Lifecycle(
                List.of(JAVA, "-XX:TieredStopAtLevel=1", "-cp", classes(), SmallServer.class.getName()),
                Map.of("PORT", String.valueOf(url.getPort())),
                Target.Ready.at("/ready"));
        return new TargetProcess(lifecycle, List.of(url), folder, folder.resolve("target.log"));
    }

    private static void await(Callable<Boolean> condition, String what) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("waiting until " + what).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private static void assertCannotRun(List<String> command, Path folder, String message) throws IOException {
        try (TargetProcess process = process(command, folder)) {
            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(process::start)
                    .withMessageStartingWith(message);
        }
    }

    private static TargetProcess process(List<String> command, Path folder) throws IOException {
        URI nobody = Ports.nobody();
        Target.Lifecycle lifecycle = new Target.Lifecycle(command, null, Target.Ready.at("/health"));
        return new TargetProcess(lifecycle, List.of(nobody), folder, folder.resolve("target.log"));
    }

    private static List<String> pids(URI url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url).build();
        return List.of(HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .split(" "));
    }

    /** Whether it is gone, or goes at once: the system takes a moment to clear a killed process away. */
    private static boolean ends(String pid) {
        return ProcessHandle.of(Long.parseLong(pid))
                .map(process -> process.onExit()
                        .completeOnTimeout(process, 5, TimeUnit.SECONDS)
                        .join())
                .map(process -> !process.isAlive() || isZombie(pid))
                .orElse(true);
    }

    private static boolean isZombie(String pid) {
        try {
            return Files.readString(Path.of("/proc", pid, "stat")).contains(") Z ");
        } catch (IOException gone) {
            return true;
        }
    }

    private static String classes() throws URISyntaxException {
        return Path.of(SmallServer.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }
}
