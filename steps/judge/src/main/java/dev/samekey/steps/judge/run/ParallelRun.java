package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** A run on several instances of a target at the same time, on each by other scenarios. */
final class ParallelRun implements Run {
    private final List<ContractRun> parts;

    ParallelRun(List<ContractRun> parts) {
        this.parts = List.copyOf(parts);
    }

    @Override
    public int size() {
        return parts.stream().mapToInt(Run::size).sum();
    }

    @Override
    public RunResult run(Progress progress) {
        ExecutorService threads = Executors.newFixedThreadPool(parts.size());
        try {
            Progress joined = joined(progress);
            List<CompletableFuture<RunResult>> all = parts.stream()
                    .map(part -> begin(() -> part.run(joined), threads))
                    .toList();
            // Where one cannot run, the others are ended, and awaited.
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                    .exceptionally(unused -> null)
                    .join();
            return all.stream()
                    .map(CompletableFuture::join)
                    .reduce(RunResult::and)
                    .orElseThrow();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failure;
        } finally {
            threads.shutdown();
        }
    }

    /** The same, which is told once how long all parts take. */
    private Progress joined(Progress progress) {
        List<Estimate> estimates = new ArrayList<>();
        return new Progress() {
            @Override
            public void estimated(Estimate estimate) {
                synchronized (estimates) {
                    estimates.add(estimate);
                    if (estimates.size() == parts.size()) {
                        progress.estimated(
                                estimates.stream().reduce(Estimate::and).orElseThrow());
                    }
                }
            }

            @Override
            public void started(String scenario, List<String> clauses) {
                progress.started(scenario, clauses);
            }

            @Override
            public void finished(ScenarioResult result) {
                progress.finished(result);
            }

            @Override
            public void judgedAgain() {
                progress.judgedAgain();
            }

            @Override
            public void cleaned(Cleaned cleaned) {
                progress.cleaned(cleaned);
            }
        };
    }

    private CompletableFuture<RunResult> begin(Supplier<RunResult> run, ExecutorService threads) {
        return CompletableFuture.supplyAsync(run, threads).whenComplete((result, failure) -> {
            if (failure != null) {
                end();
            }
        });
    }

    @Override
    public void end() {
        parts.forEach(Run::end);
    }

    @Override
    public Optional<RunResult> soFar() {
        return parts.stream().flatMap(part -> part.soFar().stream()).reduce(RunResult::and);
    }
}
