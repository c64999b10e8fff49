package dev.samekey.steps.judge.run;

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
            List<CompletableFuture<RunResult>> all = parts.stream()
                    .map(part -> begin(() -> part.run(progress), threads))
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
