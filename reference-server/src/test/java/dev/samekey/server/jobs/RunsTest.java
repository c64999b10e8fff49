package dev.samekey.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.server.Bench;
import dev.samekey.server.Caller;
import dev.samekey.server.Contracts;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.replica.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunsTest {
    private static final Duration LOCK = Duration.ofDays(14);
    private static final String RELEASE = "lock-release";

    private final Bench bench = Bench.of(
            "runs_" + UUID.randomUUID().toString().substring(0, 8), Contracts.playbook(), UnaryOperator.identity());
    private final Runs runs = bench.parts().get(Part.RUNS);
    private final Runner runner = new SteppedRunner(runs, bench.jdbi(), ended -> {});
    private final String partner = partner();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void the_same_id_answers_like_the_first_and_leaves_what_has_come_since() {
        earn(3);
        bench.clock().advance(LOCK);
        Caller.Reply first = run("one");
        earn(2);
        bench.clock().advance(LOCK);

        assertThat(run("one").body()).isEqualTo(first.body());
        assertThat(first.json().path("done").asInt()).isEqualTo(3);
        assertThat(released()).isEqualTo(3);
    }

    @Test
    void another_id_does_the_new_work() {
        earn(1);
        bench.clock().advance(LOCK);
        run("one");
        earn(2);
        bench.clock().advance(LOCK);

        assertThat(run("two").json().path("done").asInt()).isEqualTo(2);
        assertThat(released()).isEqualTo(3);
    }

    @Test
    void a_lock_that_is_not_over_is_kept() {
        earn(1);
        bench.clock().advance(LOCK.minusSeconds(1));
        assertThat(run("one").json().path("done").asInt()).isZero();
    }

    @Test
    void a_run_that_another_works_on_is_in_progress() {
        runs.claim(RELEASE, id("one"));
        assertThat(run("one").code()).isEqualTo("CONFLICT.idempotency.in_progress");
        assertThat(run("one").header("Retry-After")).isNotEmpty();
    }

    @Test
    void a_run_that_was_left_half_done_is_finished_and_repeats_nothing() {
        earn(25);
        bench.clock().advance(LOCK);
        Run left = runs.claim(RELEASE, id("one")).orElseThrow();
        Job job = job(RELEASE);
        bench.jdbi().useTransaction(transaction -> runs.note(transaction, left, job.work(transaction, left, 10)));
        assertThat(released()).isEqualTo(10);

        bench.clock().advance(Duration.ofSeconds(31));
        assertThat(run("one").json().path("done").asInt()).isEqualTo(25);
        assertThat(released()).isEqualTo(25);
    }

    @Test
    void whoever_was_overtaken_commits_nothing_any_more() {
        earn(1);
        bench.clock().advance(LOCK);
        Run slow = runs.claim(RELEASE, id("one")).orElseThrow();
        bench.clock().advance(Duration.ofSeconds(31));
        assertThat(runs.claim(RELEASE, id("one"))).isPresent();

        Job job = job(RELEASE);
        assertThatThrownBy(() -> bench.jdbi()
                        .useTransaction(transaction -> runs.note(transaction, slow, job.work(transaction, slow, 10))))
                .isInstanceOf(RunLostException.class);
        assertThat(released()).isZero();
    }

    @Test
    void a_run_that_fails_can_go_on_at_once() {
        Job failing = new Job() {
            @Override
            public String name() {
                return RELEASE;
            }

            @Override
            public int work(Handle transaction, Run run, int atMost) {
                throw new IllegalStateException("no work today");
            }
        };
        assertThatThrownBy(() -> runner.run(failing, id("one"))).hasMessage("no work today");
        assertThat(run("one").status()).isEqualTo(200);
    }

    @Test
    void a_run_that_fails_halfway_does_the_rest_when_it_is_started_again() {
        earn(25);
        bench.clock().advance(LOCK);
        assertThat(run("one", "sandbox:fails_halfway_once").status()).isEqualTo(500);
        assertThat(released()).isEqualTo(10);

        assertThat(run("one", "sandbox:fails_halfway_once").json().path("done").asInt())
                .isEqualTo(25);
        assertThat(released()).isEqualTo(25);
    }

    @Test
    void a_run_that_fails_is_done_again_by_the_server_itself() throws InterruptedException {
        earn(25);
        bench.clock().advance(LOCK);
        assertThat(run("one", "sandbox:unavailable_once").status()).isEqualTo(503);
        assertThat(released()).isZero();

        bench.clock().advance(Duration.ofMinutes(1));
        Instant deadline = Instant.now().plusSeconds(10);
        while (released() < 25 && Instant.now().isBefore(deadline)) {
            Thread.sleep(50);
        }
        assertThat(released()).as("released within 10 s").isEqualTo(25);
        assertThat(run("one").json().path("done").asInt()).isEqualTo(25);
    }

    @Test
    void the_cleanup_purges_what_had_expired_when_its_run_began() {
        bench.run(bench::succeed);
        bench.clock().advance(Duration.ofDays(8));
        assertThat(runner.run(job("cleanup"), id("one")).done()).isPositive();
        assertThat(keys()).isZero();
    }

    @Test
    void a_run_needs_a_job_an_id_and_somebody_who_wants_it() {
        assertThat(bench.alice()
                        .post("/jobs/sleep/runs", "{\"run_id\":\"one\"}")
                        .code())
                .isEqualTo("NOT_FOUND.job");
        assertThat(bench.alice().post("/jobs/cleanup/runs", "{}").code()).isEqualTo("VALIDATION.member");
        assertThat(bench.alice()
                        .without("Authorization")
                        .post("/jobs/cleanup/runs", "{\"run_id\":\"one\"}")
                        .status())
                .isEqualTo(401);
        assertThatThrownBy(() -> {
                    runs.claim(RELEASE, id("one"));
                    runner.run(job(RELEASE), id("one"));
                })
                .isInstanceOf(FaultException.class);
    }

    /** How many records there are of the key of this test. */
    private int keys() {
        String count = "select count(*) from idempotency_records where key = ?";
        return bench.jdbi()
                .withHandle(handle ->
                        handle.select(count, bench.key()).mapTo(Integer.class).one());
    }

    private Job job(String name) {
        return bench.parts().get(Part.JOBS).apply(bench.parts()).stream()
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Ids of this test's own. */
    private String id(String name) {
        return bench.key() + name;
    }

    private Caller.Reply run(String id) {
        return run(id, "");
    }

    private Caller.Reply run(String id, String note) {
        return bench.alice()
                .post("/jobs/" + RELEASE + "/runs", "{\"run_id\":\"" + id(id) + "\",\"note\":\"" + note + "\"}");
    }

    private String partner() {
        return bench.alice()
                .key(bench.key() + "p")
                .post("/partners", "{\"name\":\"n\",\"email\":\"e@example.org\",\"reference\":\"r\"}")
                .text("id");
    }

    private void earn(int commissions) {
        String body = "{\"partner_id\":\"%s\",\"amount\":5,\"currency\":\"EUR\",\"reference\":\"%s\"}"
                .formatted(partner, bench.key());
        for (int i = 0; i < commissions; i++) {
            assertThat(bench.alice()
                            .key(UUID.randomUUID().toString())
                            .post("/commissions", body)
                            .status())
                    .isEqualTo(201);
        }
    }

    /** How many lines in the books say that a commission of this test was released. */
    private int released() {
        return bench.jdbi()
                .withHandle(handle ->
                        handle.select("""
                                select count(*) from ledger_entries e join commissions c on c.id = e.subject_id
                                where e.entry_type = 'commission_release' and c.reference = ?""", bench.key()).mapTo(Integer.class).one());
    }
}
