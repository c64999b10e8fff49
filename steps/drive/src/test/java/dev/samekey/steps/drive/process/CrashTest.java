package dev.samekey.steps.drive.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CrashTest {
    private static final int LIMIT_SECONDS = 30;

    private final Noting target = new Noting();

    @Test
    void one_kill_and_one_start_do_for_all() throws Exception {
        Crash crash = new Crash(target, 2);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> through(crash), CrashTest::inItsThread);
        through(crash);
        other.get(LIMIT_SECONDS, TimeUnit.SECONDS);

        assertThat(target.done).containsExactly("kill", "start");
    }

    @Test
    void nobody_waits_for_a_scenario_that_has_ended() {
        Crash crash = new Crash(target, 3);
        crash.leave();
        crash.leave();
        through(crash);

        assertThat(target.done).containsExactly("kill", "start");
    }

    @Test
    void a_scenario_of_its_own_may_crash_the_target_again() {
        Crash crash = new Crash(target, 1);
        through(crash);
        through(crash);
        assertThat(target.done).as("of one crash").containsExactly("kill", "start");

        crash.again();
        through(crash);
        assertThat(target.done).containsExactly("kill", "start", "kill", "start");

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> new Crash(target, 2).again())
                .matches(shared -> shared.verdict() == Verdict.INCONCLUSIVE);
    }

    @Test
    void nobody_waits_for_others_without_end() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> new Crash(target, 2, Duration.ofMillis(50)).awaitReady())
                .withMessage("the other scenarios that share a crash were not ready for it within 50 ms")
                .matches(late -> late.verdict() == Verdict.INCONCLUSIVE);
        assertThat(target.done).isEmpty();
    }

    @Test
    void who_chooses_the_moment_does_not_wait_for_the_rest_without_end() throws Exception {
        Crash crash = new Crash(target, 2, Duration.ofSeconds(2));
        CompletableFuture<Void> other = CompletableFuture.runAsync(crash::awaitReady, CrashTest::inItsThread);
        crash.awaitReady();
        other.get(LIMIT_SECONDS, TimeUnit.SECONDS);

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(crash::awaitOthers)
                .withMessage("the other scenarios that share a crash were not ready for it within 2000 ms");
        assertThat(target.done).isEmpty();
    }

    @Test
    void a_target_that_does_not_start_again_is_reported_to_everybody() throws Exception {
        target.broken = true;
        Crash crash = new Crash(target, 2);
        CompletableFuture<Void> other = CompletableFuture.runAsync(
                () -> assertThatExceptionOfType(CannotRun.class).isThrownBy(() -> through(crash)),
                CrashTest::inItsThread);

        assertThatExceptionOfType(CannotRun.class).isThrownBy(() -> through(crash));
        other.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void who_chooses_the_moment_waits_for_the_rest_but_not_for_others_who_choose() throws Exception {
        Crash crash = new Crash(target, 3);
        CompletableFuture<Void> rest = new CompletableFuture<>();
        CompletableFuture<Void> slow = CompletableFuture.runAsync(
                () -> {
                    crash.awaitReady();
                    rest.join();
                    crash.kill();
                    crash.start();
                },
                CrashTest::inItsThread);
        List<CompletableFuture<Boolean>> choosing = List.of(choosing(crash, rest), choosing(crash, rest));
        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(() -> rest.complete(null));

        for (CompletableFuture<Boolean> one : choosing) {
            assertThat(one.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
        slow.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(target.done).containsExactly("kill", "start");
    }

    @Test
    void who_comes_last_waits_for_those_who_choose_but_not_for_others_who_come_last() throws Exception {
        Crash crash = new Crash(target, 3);
        CompletableFuture<Void> chosen = new CompletableFuture<>();
        CompletableFuture<Void> choosing = CompletableFuture.runAsync(
                () -> {
                    crash.awaitReady();
                    crash.awaitOthers();
                    chosen.join();
                    crash.kill();
                    crash.start();
                },
                CrashTest::inItsThread);
        List<CompletableFuture<Boolean>> last = List.of(last(crash, chosen), last(crash, chosen));
        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(() -> chosen.complete(null));

        for (CompletableFuture<Boolean> one : last) {
            assertThat(one.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
        choosing.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(target.done).containsExactly("kill", "start");
    }

    /** Whether those who choose had chosen when it was this one's turn. */
    private static CompletableFuture<Boolean> last(Crash crash, CompletableFuture<Void> chosen) {
        return CompletableFuture.supplyAsync(
                () -> {
                    crash.awaitReady();
                    crash.awaitAllOthers();
                    boolean isLast = chosen.isDone();
                    crash.kill();
                    crash.start();
                    return isLast;
                },
                CrashTest::inItsThread);
    }

    /** Whether the rest had begun to wait when it was this one's turn. */
    private static CompletableFuture<Boolean> choosing(Crash crash, CompletableFuture<Void> rest) {
        return CompletableFuture.supplyAsync(
                () -> {
                    crash.awaitReady();
                    crash.awaitOthers();
                    boolean last = rest.isDone();
                    crash.kill();
                    crash.start();
                    return last;
                },
                CrashTest::inItsThread);
    }

    /** The common pool may have fewer threads than there are scenarios that wait for one another. */
    private static void inItsThread(Runnable task) {
        new Thread(task, "scenario").start();
    }

    private static void through(Crash crash) {
        crash.awaitReady();
        crash.kill();
        crash.start();
    }

    private static final class Noting implements Restart {
        private final List<String> done = new CopyOnWriteArrayList<>();
        private volatile boolean broken;

        @Override
        public void kill() {
            done.add("kill");
        }

        @Override
        public void start() {
            if (broken) {
                throw new CannotRun("it does not start");
            }
            done.add("start");
        }

        @Override
        public boolean isRunning() {
            return done.isEmpty() || done.get(done.size() - 1).equals("start");
        }
    }
}
