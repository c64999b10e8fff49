package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.LockedKeys;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Lacking;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DuplicateStepsTest {
    private static final int SLOW_MS = 1900;

    @Test
    void a_duplicate_that_does_not_wait_for_its_slow_original_is_in_time() throws IOException {
        try (RawServer server = slow(SLOW_MS, false)) {
            DuplicateSteps steps = sent(server);

            assertThatNoException().isThrownBy(steps::isAnsweredInTime);
            List<String> keys = server.received().stream()
                    .map(request -> request.header("X-Key").get(0))
                    .toList();
            assertThat(keys).hasSize(6);
            assertThat(keys.subList(0, 3))
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(keys.subList(3, 6));
        }
    }

    @Test
    void duplicates_that_all_wait_until_the_end_are_late() throws IOException {
        try (RawServer server = slow(SLOW_MS, true)) {
            assertEnds(Verdict.BROKEN, sent(server));
        }
    }

    @Test
    void duplicates_whose_connections_are_all_cut_are_not_answered() throws IOException {
        try (RawServer server = cutting(3)) {
            assertEnds(Verdict.BROKEN, sent(server));
        }
    }

    @Test
    void a_duplicate_whose_connection_is_cut_beside_others_that_are_answered_has_shown_nothing() throws IOException {
        try (RawServer server = cutting(1)) {
            assertEnds(Verdict.INCONCLUSIVE, sent(server));
        }
    }

    @Test
    void originals_that_end_before_the_wait_must_end_have_shown_nothing() throws IOException {
        try (RawServer server = slow(0, false)) {
            assertEnds(Verdict.INCONCLUSIVE, sent(server));
        }
    }

    @Test
    void an_original_that_is_refused_after_as_long_as_its_duplicate_worked_has_lost_its_key() throws IOException {
        try (RawServer server = overtaken(SLOW_MS)) {
            assertOvertaken(Verdict.BROKEN, server);
        }
    }

    @Test
    void an_original_that_is_refused_late_may_have_arrived_after_a_duplicate_that_hardly_worked() throws IOException {
        try (RawServer server = overtaken(0)) {
            assertOvertaken(Verdict.INCONCLUSIVE, server);
        }
    }

    @Test
    void an_original_that_is_refused_late_has_lost_its_key_where_a_duplicate_was_refused_before_the_next()
            throws IOException {
        try (RawServer server = overtakenByTheSecond(0)) {
            assertOvertaken(Verdict.BROKEN, server);
        }
    }

    @Test
    void an_original_that_is_refused_late_may_have_arrived_after_one_that_was_sent_while_another_waited()
            throws IOException {
        try (RawServer server = overtakenByTheSecond(SLOW_MS - 600)) {
            assertOvertaken(Verdict.INCONCLUSIVE, server);
        }
    }

    @Test
    void an_original_that_is_answered_early_with_a_replay_was_not_in_progress() throws IOException {
        assertReplayed(700, 0);
    }

    @Test
    void an_original_that_has_waited_for_a_replay_was_not_in_progress() throws IOException {
        assertReplayed(SLOW_MS, SLOW_MS - 600);
    }

    /** The original takes so long, and the duplicates, one of which is executed in its place. */
    private static void assertReplayed(int originalMs, int duplicateMs) throws IOException {
        AtomicInteger requests = new AtomicInteger();
        try (RawServer server = RawServer.doing((request, connection) -> {
            boolean first = requests.getAndIncrement() == 0;
            TimeUnit.MILLISECONDS.sleep(first ? originalMs : duplicateMs);
            String mark = first ? "X-Mark: again" : "X-Mark: new";
            connection
                    .getOutputStream()
                    .write(RawServer.bare("201 Created", mark).getBytes(StandardCharsets.UTF_8));
        })) {
            Scenario scenario = new Scenario(
                    server,
                    "in_progress: wait\nreplay: {mode: stored, marker: {header: X-Mark, first: new, replay: again}}");
            scenario.inProgress.begin(scenario.payment());
            scenario.steps.duplicatesAreSent();

            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(scenario.steps::outcomeOrInProgress)
                    .withMessageContaining("a duplicate came before it")
                    .returns(Verdict.INCONCLUSIVE, Judgement::verdict);
        }
    }

    @Test
    void a_key_may_be_let_go_of_a_little_after_the_failure() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        AtomicInteger after = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(1);
        try (RawServer server = RawServer.doing((request, connection) -> {
            String status = "409 Conflict";
            if (requests.getAndIncrement() == 0) {
                TimeUnit.MILLISECONDS.sleep(SLOW_MS);
                status = "500 Internal Server Error";
            } else if (end.getCount() == 0 && after.getAndIncrement() > 1) {
                status = "201 Created";
            }
            connection.getOutputStream().write(RawServer.bare(status).getBytes(StandardCharsets.UTF_8));
            if (status.startsWith("500")) {
                end.countDown();
            }
        })) {
            assertThatNoException()
                    .isThrownBy(duplicated(server, "in_progress: refuse\nreplay: {mode: stored}")::noneFailsOnItsOwn);
        }
    }

    /** Whoever sends one duplicate after the other, with a pause between them, has none under way when this one ends. */
    @Test
    void what_a_duplicate_gets_that_waits_when_its_slow_original_ends_is_seen() throws IOException {
        try (RawServer server = waiting(1600, 1600)) {
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(duplicated(server)::outcomeOrInProgress)
                    .withMessageContaining("402")
                    .returns(Verdict.BROKEN, Judgement::verdict);
        }
    }

    @Test
    void duplicates_of_which_none_was_waiting_when_their_slow_original_ended_have_shown_nothing() throws IOException {
        try (RawServer server = waiting(2500, 1200)) {
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(duplicated(server)::outcomeOrInProgress)
                    .withMessageContaining("none of them was waiting when it ended")
                    .returns(Verdict.INCONCLUSIVE, Judgement::verdict);
        }
    }

    /** What comes just before the end and then works for itself for long has not waited. */
    @Test
    void a_duplicate_that_is_slow_after_its_original_has_ended_did_not_wait_for_it() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        try (RawServer server = RawServer.doing((request, connection) -> {
            int number = requests.getAndIncrement();
            TimeUnit.MILLISECONDS.sleep(number == 0 ? 650 : number == 1 ? 0 : 1200);
            String status = number == 1 ? "409 Conflict" : "201 Created";
            connection.getOutputStream().write(RawServer.bare(status).getBytes(StandardCharsets.UTF_8));
        })) {
            Scenario scenario = new Scenario(server, "in_progress: wait");
            scenario.inProgress.begin(scenario.payment());
            scenario.steps.duplicatesAreSent();

            assertThatNoException().isThrownBy(scenario.inProgress::mustHaveBeenMetAtItsEnd);
        }
    }

    @Test
    void refusals_in_progress_that_only_a_code_tells_are_not_checked_where_nobody_knows_where_the_code_stands()
            throws IOException {
        String contract = "in_progress: refuse\nreplay: {mode: stored}\nrefusals: {in_progress: {code: busy}}";
        try (RawServer server = waiting(1600, 0)) {
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(duplicated(server, contract)::outcomeOrInProgress)
                    .withMessageStartingWith("errors.code: ")
                    .returns(Verdict.NOT_CHECKED, Judgement::verdict);
        }
    }

    @Test
    void a_duplicate_may_get_the_failure_of_its_slow_original_when_that_has_failed() throws IOException {
        try (RawServer server = failing(true)) {
            assertThatNoException().isThrownBy(duplicated(server)::noneFailsOnItsOwn);
        }
    }

    @Test
    void a_duplicate_that_fails_like_its_slow_original_but_before_it_fails_on_its_own() throws IOException {
        try (RawServer server = failing(false)) {
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(duplicated(server)::noneFailsOnItsOwn)
                    .withMessageContaining("ms too early")
                    .returns(Verdict.BROKEN, Judgement::verdict);
        }
    }

    /** The first request fails when it has worked; others fail with it or at once, and succeed after it. */
    private static RawServer failing(boolean othersWait) {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger requests = new AtomicInteger();
        return RawServer.doing((request, connection) -> {
            boolean isAfterIt = end.getCount() == 0;
            if (requests.getAndIncrement() == 0) {
                TimeUnit.MILLISECONDS.sleep(SLOW_MS);
                end.countDown();
            } else if (othersWait) {
                end.await();
            }
            String status = isAfterIt ? "201 Created" : "500 Internal Server Error";
            connection.getOutputStream().write(RawServer.bare(status).getBytes(StandardCharsets.UTF_8));
        });
    }

    private static DuplicateSteps duplicated(RawServer server) {
        return duplicated(server, "in_progress: wait\nreplay: {mode: stored}");
    }

    private static DuplicateSteps duplicated(RawServer server, String contract) {
        Scenario scenario = new Scenario(server, contract);
        scenario.inProgress.begin(scenario.payment());
        scenario.steps.duplicatesAreSent();
        return scenario.steps;
    }

    /**
     * The first request takes so long. Those that come before such a time wait for it for half a second, and are refused for
     * what they are not if it ends meanwhile.
     */
    private static RawServer waiting(int ms, int before) {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger requests = new AtomicInteger();
        AtomicLong begun = new AtomicLong();
        return RawServer.doing((request, connection) -> {
            String status = "409 Conflict";
            if (requests.getAndIncrement() == 0) {
                begun.set(System.nanoTime());
                TimeUnit.MILLISECONDS.sleep(ms);
                status = "201 Created";
            } else if (end.getCount() == 0) {
                status = "201 Created";
            } else if (System.nanoTime() - begun.get() < TimeUnit.MILLISECONDS.toNanos(before)
                    && end.await(500, TimeUnit.MILLISECONDS)) {
                status = "402 Payment Required";
            }
            connection.getOutputStream().write(RawServer.bare(status).getBytes(StandardCharsets.UTF_8));
            if (status.startsWith("201")) {
                end.countDown();
            }
        });
    }

    private static void assertOvertaken(Verdict verdict, RawServer server) {
        Scenario scenario = new Scenario(server, "in_progress: refuse");
        scenario.inProgress.begin(scenario.payment());
        scenario.steps.duplicatesAreSent();
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(scenario.steps::outcomeOrInProgress)
                .returns(verdict, Judgement::verdict);
    }

    /** The first request is refused when a duplicate had time to succeed, which takes so long. */
    private static RawServer overtaken(int ms) {
        AtomicInteger requests = new AtomicInteger();
        return RawServer.doing((request, connection) -> {
            boolean first = requests.getAndIncrement() == 0;
            TimeUnit.MILLISECONDS.sleep(first ? SLOW_MS : ms);
            String status = first ? "409 Conflict" : "201 Created";
            connection.getOutputStream().write(RawServer.bare(status).getBytes(StandardCharsets.UTF_8));
        });
    }

    /** The first request is refused late, its first duplicate after so long, and the second one succeeds when it has worked. */
    private static RawServer overtakenByTheSecond(int ms) {
        AtomicInteger requests = new AtomicInteger();
        return RawServer.doing((request, connection) -> {
            int number = requests.getAndIncrement();
            TimeUnit.MILLISECONDS.sleep(number == 0 ? SLOW_MS : number == 1 ? ms : SLOW_MS - 600);
            String status = number < 2 ? "409 Conflict" : "201 Created";
            connection.getOutputStream().write(RawServer.bare(status).getBytes(StandardCharsets.UTF_8));
        });
    }

    private static void assertEnds(Verdict verdict, DuplicateSteps steps) {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(steps::isAnsweredInTime)
                .returns(verdict, Judgement::verdict);
    }

    private static DuplicateSteps sent(RawServer server) {
        Scenario scenario = new Scenario(server, "in_progress: wait\nwait_at_most: 100ms");
        scenario.world.test(scenario.sandbox.call(scenario.payment(), SandboxWord.SLOW));
        scenario.steps.eachGetsADuplicate(3);
        return scenario.steps;
    }

    private static final class Scenario {
        private final TargetFile file;
        private final World world;
        private final Sandbox sandbox;
        private final InProgress inProgress;
        private final DuplicateSteps steps;

        Scenario(RawServer server, String more) {
            Contract contract = YamlFile.of("own.yaml", "name: own\nkey: {in: header, name: X-Key}\n" + more)
                    .as(Contract.class);
            file = Targets.file(Targets.fullAt(server.uri()));
            Journal journal = new Journal(file.secrets());
            Wire wire = new Wire(Duration.ofSeconds(30));
            Calls calls = Lacking.calls(file, contract, wire, journal);
            world = new World(contract, wire, calls, journal, CurrentPhase.none());
            UnderWay underWay = new UnderWay(new InFlight(wire), calls, journal, CurrentPhase.none());
            sandbox = new Sandbox(calls, Lacking.everything(file));
            inProgress = new InProgress(world, underWay, sandbox);
            Checks checks = new Checks();
            steps = new DuplicateSteps(
                    world, contract, underWay, inProgress, sandbox, new LockedKeys(world, contract, checks), checks);
        }

        Operation payment() {
            return Objects.requireNonNull(file.target().operations().get("payment"));
        }
    }

    /** The first request under a key takes its time; so many others get no response, and the rest is refused at once. */
    private static RawServer cutting(int others) {
        Set<String> keys = ConcurrentHashMap.newKeySet();
        AtomicInteger cut = new AtomicInteger();
        return RawServer.doing((request, connection) -> {
            String status = "409 Conflict";
            if (keys.add(request.header("X-Key").get(0))) {
                TimeUnit.MILLISECONDS.sleep(SLOW_MS);
                status = "201 Created";
            } else if (cut.getAndIncrement() < others) {
                connection.close();
                return;
            }
            connection.getOutputStream().write(RawServer.bare(status).getBytes(StandardCharsets.UTF_8));
        });
    }

    /** The first request under a key takes so long; others wait for it or are refused at once. */
    private static RawServer slow(int ms, boolean othersWait) {
        Map<String, CountDownLatch> ends = new ConcurrentHashMap<>();
        return RawServer.doing((request, connection) -> {
            CountDownLatch mine = new CountDownLatch(1);
            CountDownLatch first = ends.putIfAbsent(request.header("X-Key").get(0), mine);
            if (first == null) {
                TimeUnit.MILLISECONDS.sleep(ms);
                mine.countDown();
            } else if (othersWait) {
                first.await();
            }
            String status = first == null || othersWait ? "201 Created" : "409 Conflict";
            connection.getOutputStream().write(RawServer.bare(status).getBytes(StandardCharsets.UTF_8));
        });
    }
}
