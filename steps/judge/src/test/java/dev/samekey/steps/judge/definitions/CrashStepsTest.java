package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.Crash;
import dev.samekey.steps.drive.process.Restart;
import dev.samekey.steps.judge.act.Crashes;
import dev.samekey.steps.judge.act.HalfDoneJob;
import dev.samekey.steps.judge.act.LostConnections;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.act.TestCrashes;
import dev.samekey.steps.judge.words.Moment;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Whether a crash met what a scenario is about (STO-2, STO-3, TTL-7, OBX-1). */
class CrashStepsTest {
    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration LATE = Duration.ofMillis(1500);
    private static final Duration TOO_LATE = Duration.ofMillis(5500);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void a_crash_soon_after_the_effect_meets_what_has_no_outcome_yet() {
        assertThatNoException().isThrownBy(crashed(new Shop(AT_ONCE, AT_ONCE, false), Moment.AFTER_EFFECT));
    }

    @Test
    void a_crash_on_a_busy_machine_still_comes_before_a_slow_answer() {
        assertThatNoException().isThrownBy(crashed(new Shop(AT_ONCE, LATE, false), Moment.AFTER_EFFECT));
    }

    @Test
    void a_crash_long_after_the_effect_may_come_when_the_outcome_is_stored() {
        assertInconclusive(
                "the outcome may have been stored before the crash, which came \\d{4} ms after the effect",
                new Shop(AT_ONCE, TOO_LATE, false), Moment.AFTER_EFFECT);
    }

    @Test
    void a_late_crash_still_comes_before_an_effect_that_is_not_there_after_it() {
        assertThatNoException().isThrownBy(crashed(new Shop(LIMIT, LATE, false), Moment.BEFORE_EFFECT));
    }

    @Test
    void a_late_crash_may_come_after_the_effect() {
        assertInconclusive(
                "the effect may have been there before the crash, which came \\d{4} ms after the request",
                new Shop(Duration.ofSeconds(1), LATE, false), Moment.BEFORE_EFFECT);
    }

    @Test
    void what_a_target_completes_when_it_starts_was_not_done_before_a_crash_in_time() {
        assertThatNoException().isThrownBy(crashed(new Shop(LIMIT, AT_ONCE, true), Moment.BEFORE_EFFECT));
    }

    @Test
    void a_crash_soon_after_a_report_meets_what_reports() {
        assertThatNoException().isThrownBy(crashed(new Shop(LIMIT, AT_ONCE, false), Moment.DURING_REPORT));
    }

    @Test
    void a_crash_long_after_a_report_may_meet_what_has_reported() {
        assertInconclusive(
                "the report may have been over before the crash, which came \\d{4} ms after it",
                new Shop(LIMIT, LATE, false), Moment.DURING_REPORT);
    }

    private static void assertInconclusive(String reason, Shop shop, Moment moment) {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(crashed(shop, moment))
                .withMessageMatching(reason)
                .matches(judgement -> judgement.verdict() == Verdict.INCONCLUSIVE);
    }

    private static ThrowingCallable crashed(Shop shop, Moment moment) {
        return () -> {
            int sink = Ports.free();
            try (RawServer server = RawServer.doing((request, connection) -> shop.meet(request, connection, sink))) {
                TestScenario scenario = new TestScenario(
                        Targets.file(Targets.fullAt(server.uri(), Ports.free(), sink)
                                .replace("role: vendor", "role: sink")
                                .replace("declined: {/payer: broke}", "slow_answer: {/payer: late}")
                                .replace("rate_limited: {/payer: many}", "slow: {/payer: slow}")),
                        shop);
                scenario.services.open();
                try {
                    steps(scenario, shop).anInterrupted(scenario.operation("payment"), moment);
                } finally {
                    scenario.services.close();
                }
            }
        };
    }

    private static CrashSteps steps(TestScenario scenario, Restart restart) {
        UnderWay underWay =
                new UnderWay(new InFlight(new Wire(LIMIT)), scenario.calls, scenario.journal, CurrentPhase.none());
        Crashes crashes = TestCrashes.of(scenario, underWay, new Crash(restart, 1), MachineWatch.none());
        Sandbox sandbox = new Sandbox(scenario.calls, scenario.capabilities);
        return new CrashSteps(
                scenario.world,
                scenario.calls,
                scenario.capabilities,
                sandbox,
                crashes,
                new LostConnections(scenario.world, underWay),
                new HalfDoneJob(
                        scenario.world,
                        scenario.calls,
                        new Keys(scenario.contract()),
                        crashes,
                        sandbox,
                        new TargetTime(scenario.contract(), scenario.capabilities, scenario.journal),
                        scenario.contract(),
                        scenario.effects),
                new TargetTime(scenario.contract(), scenario.capabilities, scenario.journal),
                scenario.journal);
    }

    /** A server that reports what it is asked for, and never answers what it executes, until it is dead. */
    private static final class Shop implements Restart {
        private final Duration beforeEffect;
        private final Duration beforeDeath;
        private final boolean completes;
        private final CountDownLatch dead = new CountDownLatch(1);
        private final AtomicInteger effects = new AtomicInteger();

        /**
         * A server.
         *
         * @param beforeEffect how long it takes to have the effect
         * @param beforeDeath how long it takes to be killed
         * @param completes whether it does what is unfinished when it starts again
         */
        Shop(Duration beforeEffect, Duration beforeDeath, boolean completes) {
            this.beforeEffect = beforeEffect;
            this.beforeDeath = beforeDeath;
            this.completes = completes;
        }

        void meet(Received request, Socket connection, int sink) throws IOException, InterruptedException {
            if (request.line().startsWith("GET")) {
                String items = "{\"items\": [" + (effects.get() > 0 ? "1" : "") + "]}";
                String answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + items.length()
                        + "\r\n\r\n" + items;
                connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                return;
            }
            var unused = HttpClient.newHttpClient()
                    .sendAsync(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + sink + "/"))
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString(request.body()))
                                    .build(),
                            BodyHandlers.discarding());
            if (!dead.await(beforeEffect.toMillis(), TimeUnit.MILLISECONDS)) {
                effects.incrementAndGet();
                dead.await();
            }
            connection.close();
        }

        @Override
        public void kill() {
            Await.pause("its death", beforeDeath);
            dead.countDown();
        }

        @Override
        public void start() {
            if (completes) {
                effects.set(1);
            }
        }

        @Override
        public boolean isRunning() {
            return dead.getCount() > 0;
        }
    }
}
