package dev.samekey.steps.author.design;

import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.run.Foreseen;
import dev.samekey.steps.judge.words.Fate;
import dev.samekey.steps.judge.words.Word;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.targets.TargetFile;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a target file lacks for Samekey to execute a scenario, as far as that can be seen without sending anything: what the
 * clause needs, and what the steps ask of the sandbox.
 */
final class Needs {
    /** A time as short as this is waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private final Target target;
    private final Contracts contracts;

    Needs(TargetFile file) {
        this.target = file.target();
        this.contracts = file.contracts();
    }

    /** What is missing, each in one sentence; empty where Samekey can execute it. */
    List<String> missing(Foreseen foreseen, Clause clause) {
        Operation operation =
                foreseen.operation() == null ? null : target.operations().get(foreseen.operation());
        Set<String> missing = new LinkedHashSet<>();
        if (operation != null && !target.allowsWrites()) {
            missing.add("the target file lacks «writes: allowed»");
        }
        clause.needed().forEach(need -> of(need, foreseen, operation, missing));
        if (operation != null) {
            foreseen.steps().stream()
                    .flatMap(Needs::sandbox)
                    .filter(word -> !can(operation, word))
                    .forEach(word -> missing.add("the target file names no way to make " + operation.withArticle()
                            + " «" + word + "» (sandbox." + word + ")"));
            steps(foreseen, operation, missing);
        }
        return List.copyOf(missing);
    }

    private void of(String need, Foreseen foreseen, @Nullable Operation operation, Set<String> missing) {
        switch (need) {
            case "effects" ->
                require(
                        operation == null || operation.hasCounter() || !countsEffects(foreseen),
                        "the target file does not say how the effects of " + Operation.withArticle(name(operation))
                                + " are counted (effects)",
                        missing);
            case "principals" ->
                require(target.principals().size() > 1, "the target file names one principal (principals)", missing);
            case "replicas" -> require(target.urls().size() > 1, "the target file names one URL (urls)", missing);
            case "clock" ->
                require(
                        target.clock() != null || isShort(foreseen),
                        "the target has no clock that can be moved (clock)",
                        missing);
            case "db" ->
                require(
                        target.oracles().database() != null || !readsRecords(foreseen),
                        "the target file names no database (oracles.database)",
                        missing);
            case "restart" ->
                require(target.lifecycle() != null, "the target cannot be ended and started (lifecycle)", missing);
            case "store-fault" ->
                require(target.store() != null, "the store of the target cannot be taken away (store)", missing);
            case "logs" ->
                require(target.oracles().log() != null, "the target file names no log (oracles.log)", missing);
            case "metrics" ->
                require(
                        target.oracles().metrics() != null,
                        "the target file names no metrics (oracles.metrics)",
                        missing);
            case "traces" ->
                require(target.oracles().traces() != null, "the target file names no traces (oracles.traces)", missing);
            case "openapi" ->
                require(target.openapi() != null, "the target file names no OpenAPI document (openapi)", missing);
            default -> {
                // The rest is seen in the operations that the target file has, or in the steps.
            }
        }
    }

    private static void require(boolean has, String sentence, Set<String> missing) {
        if (!has) {
            missing.add(sentence);
        }
    }

    private static String name(@Nullable Operation operation) {
        return operation == null ? "request" : String.valueOf(operation.name());
    }

    private static boolean countsEffects(Foreseen foreseen) {
        return foreseen.scenario().steps().stream().anyMatch(step -> step.text().contains(" effect"));
    }

    /** Paths through the life of a key are judged by responses and effects. */
    private static boolean readsRecords(Foreseen foreseen) {
        return !foreseen.scenario().has("pairs");
    }

    /** Whether no longer time than is waited for must pass. */
    private boolean isShort(Foreseen foreseen) {
        boolean isOfLifetime = foreseen.scenario().steps().stream()
                .anyMatch(step -> step.text().contains("lifetime"));
        if (isOfLifetime) {
            return false;
        }
        boolean isOfTimeout = foreseen.scenario().steps().stream()
                .anyMatch(step -> step.text().contains("processing timeout"));
        Operation operation =
                foreseen.operation() == null ? null : target.operations().get(foreseen.operation());
        Duration timeout = contracts.of(operation).processingTimeout();
        return isOfTimeout && timeout != null && timeout.compareTo(PATIENCE) <= 0;
    }

    /** What a step asks of the sandbox. */
    static Stream<SandboxWord> sandbox(Lookup.Found step) {
        String text = step.step().text();
        if (text.startsWith("a declined ")) {
            return Stream.of(SandboxWord.DECLINED);
        }
        if (text.startsWith("a slow ")) {
            return Stream.of(
                    text.endsWith(" in progress that will fail") ? SandboxWord.SLOW_FAILURE_ONCE : SandboxWord.SLOW);
        }
        if (text.endsWith(" that was slow")) {
            return Stream.of(SandboxWord.SLOW);
        }
        if (text.endsWith("interrupted by a crash after its effect")) {
            return Stream.of(SandboxWord.SLOW_ANSWER);
        }
        if (text.contains("interrupted by a crash before its effect")) {
            return Stream.of(SandboxWord.SLOW_ONCE);
        }
        return step.arguments().stream()
                .filter(argument -> argument.type().equals("fate"))
                .map(argument -> Word.of(Fate.class, argument.value()).sandbox())
                .filter(Objects::nonNull);
    }

    /** A provider that the operation reaches can be slow and down in its place. */
    private boolean can(Operation operation, SandboxWord word) {
        return switch (word) {
            case SLOW, SLOW_ONCE ->
                operation.can(SandboxWord.SLOW) || operation.can(SandboxWord.SLOW_ONCE) || reachesProvider(operation);
            // A job that fails before its work has failed, too.
            case FAILS_HALFWAY_ONCE -> operation.can(word) || operation.can(SandboxWord.UNAVAILABLE_ONCE);
            case UNAVAILABLE, UNAVAILABLE_ONCE -> operation.can(word) || reachesProvider(operation);
            default -> operation.can(word);
        };
    }

    private boolean reachesProvider(Operation operation) {
        return operation.reaches().stream()
                .map(target.counterparts()::get)
                .anyMatch(one -> one != null && one.role() == CounterpartRole.PROVIDER);
    }

    private void steps(Foreseen foreseen, Operation operation, Set<String> missing) {
        boolean isTooLarge = foreseen.scenario().steps().stream()
                .anyMatch(step -> step.text().endsWith(" too large"));
        require(
                !isTooLarge || target.largestBody() != null,
                "the target file does not say how many bytes the body of a request may have (largest_body)",
                missing);
        for (Lookup.Found step : foreseen.steps()) {
            String text = step.step().text();
            require(
                    !text.equals("the books balance")
                            || (operation.effects() != null
                                    && !operation.effects().ledger().isEmpty()),
                    "the target file does not say how the books of " + operation.withArticle()
                            + " are read (effects.ledger)",
                    missing);
            require(
                    !text.contains("operator") || target.oracles().lookup() != null,
                    "the target file does not say how a key is looked up (oracles.lookup)",
                    missing);
            require(
                    !text.endsWith("and its own retry comes due")
                            || (operation.work() != null && operation.work().retriedAfter() != null),
                    "the target file does not say that " + operation.withArticle()
                            + " that has failed is started again by the system itself (work.retried_after)",
                    missing);
            require(
                    !text.endsWith("cleanup runs") || target.cleanup() != null,
                    "the target file does not say how the cleanup is run (cleanup)",
                    missing);
            require(
                    (!text.contains("another replica") && !text.contains("all replicas"))
                            || target.urls().size() > 1,
                    "the target file names one URL (urls)",
                    missing);
            require(
                    !text.endsWith("another replica restarts") || target.restartReplica() != null,
                    "the target file does not say how a replica is restarted (restart_replica)",
                    missing);
            require(
                    !text.contains("interrupted by a crash") || target.lifecycle() != null,
                    "the target cannot be ended and started (lifecycle)",
                    missing);
            require(
                    !text.contains("in another tenant") || target.tenants().size() > 1,
                    "the target file names no second tenant (tenants)",
                    missing);
            require(
                    !text.endsWith("that will be stale") || operation.stale() != null,
                    "the target file does not say what makes " + operation.withArticle() + " stale (stale)",
                    missing);
            require(
                    !text.endsWith("was replayed and is older than its lifetime")
                            || contracts.of(operation).marker() != null,
                    "the contract has no mark of a replay (replay.marker)",
                    missing);
            require(
                    !text.endsWith("less than what is left")
                            || (operation.partial() != null
                                    && operation.partial().justWithin() != null),
                    "the target file does not say what " + operation.withArticle()
                            + " leaves, and what is a little more (partial.left, partial.beyond)",
                    missing);
            require(
                    !text.endsWith("exactly what is left")
                            || (operation.partial() != null
                                    && operation.partial().left() != null),
                    "the target file does not say what " + operation.withArticle() + " leaves (partial.left)",
                    missing);
            require(
                    !text.endsWith("more than what is left")
                            || (operation.partial() != null
                                    && operation.partial().beyond() != null),
                    "the target file does not say what is too much for " + operation.withArticle()
                            + " (partial.beyond)",
                    missing);
            require(
                    (!text.contains("intent field") && !text.contains("with another payload"))
                            || !operation.intent().isEmpty(),
                    "the target file gives no other value for a member of " + operation.withArticle() + " (intent)",
                    missing);
        }
    }
}
