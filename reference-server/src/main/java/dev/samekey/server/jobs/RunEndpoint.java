package dev.samekey.server.jobs;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.http.Problems;
import dev.samekey.server.json.Json;
import dev.samekey.server.json.Members;
import dev.samekey.server.security.Authentication;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** {@code POST /jobs/{job}/runs} with a {@code run_id}: the same id again is the same run, and answers like it (JOB-1). */
public final class RunEndpoint implements Handler {
    private final List<Job> jobs;
    private final BiFunction<Job, Call, Job> sandbox;
    private final Runner runner;
    private final Authentication authentication;
    private final Problems problems;
    private final Json json;

    /** These jobs can be run; the sandbox gives a job the trouble that a call asks for. */
    public RunEndpoint(
            List<Job> jobs,
            BiFunction<Job, Call, Job> sandbox,
            Runner runner,
            Authentication authentication,
            Problems problems,
            Json json) {
        this.jobs = jobs;
        this.sandbox = sandbox;
        this.runner = runner;
        this.authentication = authentication;
        this.problems = problems;
        this.json = json;
    }

    @Override
    public Answer handle(Call call) {
        try {
            authentication.require(authentication.principalOf(call));
            Members sent = json.read(call.body().bytes());
            Run run = runner.run(sandbox.apply(job(call), call), sent.text("run_id"));
            return Answer.ok(json.write(Report.of(run)));
        } catch (FaultException refused) {
            return problems.render(refused);
        }
    }

    private Job job(Call call) {
        return jobs.stream()
                .filter(job -> job.name().equals(call.path().get("job")))
                .findFirst()
                .orElseThrow(() -> new FaultException(Fault.JOB_UNKNOWN, "There is no such job."));
    }

    /** A run as its callers are told of it. */
    private record Report(
            String job,
            String runId,
            long done,
            Instant startedAt,
            @Nullable Instant endedAt) {
        static Report of(Run run) {
            return new Report(run.job(), run.id(), run.done(), run.startedAt(), run.endedAt());
        }
    }
}
