package dev.samekey.defects.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.Bench;
import dev.samekey.server.Contracts;
import dev.samekey.server.jobs.Job;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.jobs.Runs;
import dev.samekey.server.jobs.SteppedRunner;
import dev.samekey.server.replica.Part;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class JobDefectsTest {
    private static final Duration LOCK = Duration.ofDays(14);

    @Test
    void the_same_run_id_runs_again() {
        try (Bench bench = bench(new JobIgnoresRunId())) {
            run(bench, "one");
            earn(bench);
            run(bench, "one");
            assertThat(released(bench)).isEqualTo(1);
        }
    }

    @Test
    void another_run_id_does_nothing() {
        try (Bench bench = bench(new JobRunsOnceEver())) {
            run(bench, "one");
            earn(bench);
            run(bench, "two");
            assertThat(released(bench)).isZero();
        }
    }

    @Test
    void runs_that_overlap_both_work() {
        try (Bench bench = bench(new JobCheckThenAct())) {
            run(bench, "before");
            earn(bench);
            CompletableFuture<Run> other = CompletableFuture.supplyAsync(() -> run(bench, "one"));
            run(bench, "one");
            other.join();
            assertThat(released(bench)).isEqualTo(2);
        }
    }

    @Test
    void what_was_done_before_is_done_again() {
        try (Bench bench = bench(new JobRestartsFromZero())) {
            run(bench, "before");
            earn(bench);
            Runs runs = bench.parts().get(Part.RUNS);
            Run left = runs.claim("lock-release", bench.key() + "one").orElseThrow();
            bench.jdbi()
                    .useTransaction(transaction ->
                            runs.note(transaction, left, release(bench).work(transaction, left, 10)));
            bench.clock().advance(Duration.ofSeconds(31));
            run(bench, "one");
            assertThat(released(bench)).isEqualTo(2);
        }
    }

    private static Bench bench(Defect defect) {
        return Bench.of(
                "job_defects_" + UUID.randomUUID().toString().substring(0, 8), Contracts.playbook(), defect::apply);
    }

    private static Run run(Bench bench, String id) {
        return new SteppedRunner(bench.parts().get(Part.RUNS), bench.jdbi(), ended -> {})
                .run(release(bench), bench.key() + id);
    }

    private static Job release(Bench bench) {
        return bench.parts().get(Part.JOBS).apply(bench.parts()).get(1);
    }

    private static void earn(Bench bench) {
        String partner = bench.alice()
                .key(UUID.randomUUID().toString())
                .post("/partners", "{\"name\":\"n\",\"email\":\"e@example.org\",\"reference\":\"r\"}")
                .text("id");
        bench.alice().key(UUID.randomUUID().toString()).post("/commissions", """
                        {"partner_id":"%s","amount":5,"currency":"EUR","reference":"%s"}""".formatted(partner, bench.key()));
        bench.clock().advance(LOCK);
    }

    private static int released(Bench bench) {
        return bench.jdbi()
                .withHandle(handle ->
                        handle.select("""
                                select count(*) from ledger_entries e join commissions c on c.id = e.subject_id
                                where e.entry_type = 'commission_release' and c.reference = ?""", bench.key()).mapTo(Integer.class).one());
    }
}
