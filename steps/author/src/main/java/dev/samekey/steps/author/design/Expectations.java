package dev.samekey.steps.author.design;

import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.run.Foreseen;
import dev.samekey.steps.judge.words.Denial;
import dev.samekey.steps.judge.words.Word;
import dev.samekey.steps.judge.world.Phase;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a case expects, in the words of the feature and of the contract, and where that is seen. */
final class Expectations {
    private final Contracts contracts;

    Expectations(TargetFile file) {
        this.contracts = file.contracts();
    }

    List<String> of(Foreseen foreseen, @Nullable Operation operation) {
        return foreseen.steps().stream()
                .filter(step -> step.step().phase() == Phase.THEN)
                .map(step -> CaseWriter.sentence(step.step().text() + detail(step, operation)))
                .toList();
    }

    /** What the contract says of it, such as {@code : 409 CONFLICT.idempotency.payload_mismatch}. */
    private String detail(Lookup.Found step, @Nullable Operation operation) {
        return step.arguments().stream()
                .filter(argument -> argument.type().equals("denial"))
                .map(argument -> Word.of(Denial.class, argument.value()))
                .map(denial -> said(denial, operation))
                .filter(said -> !said.isEmpty())
                .map(said -> ": " + said)
                .findFirst()
                .orElse("");
    }

    private String said(Denial denial, @Nullable Operation operation) {
        return switch (denial) {
            case MISSING_KEY -> said(Reason.MISSING_KEY, operation);
            case MALFORMED_KEY, TWO_KEYS -> said(Reason.MALFORMED_KEY, operation);
            case PAYLOAD_MISMATCH -> said(Reason.PAYLOAD_MISMATCH, operation);
            case MISMATCH_OR_IN_PROGRESS ->
                String.join(
                        ", or ",
                        Stream.of(said(Reason.PAYLOAD_MISMATCH, operation), said(Reason.IN_PROGRESS, operation))
                                .filter(one -> !one.isEmpty())
                                .toList());
            case RATE_LIMIT -> said(Reason.RATE_LIMITED, operation);
            case UNAVAILABLE -> said(Reason.UNAVAILABLE, operation);
            case STALE -> said(Reason.STALE, operation);
            case NO_CREDENTIALS -> said(Reason.UNAUTHENTICATED, operation);
            case BEYOND_WHAT_IS_LEFT ->
                operation == null
                                || operation.partial() == null
                                || operation.partial().refusal() == null
                        ? ""
                        : String.valueOf(operation.partial().refusal());
            case WRONG_CREDENTIALS, WRONG_SIGNATURE, MISSING_ID -> "";
        };
    }

    /** How the contract of an operation refuses for a reason; empty where it does not say it. */
    String said(Reason reason, @Nullable Operation operation) {
        Refusal refusal = contracts.of(operation).refusal(reason);
        return refusal == null ? "" : refusal.toString();
    }

    /** Where it is seen. */
    List<String> oracles(Clause clause, @Nullable Operation operation, String id, SampleRequests samples) {
        List<String> all = new ArrayList<>();
        for (String need : clause.needed()) {
            switch (need) {
                case "http" -> all.add("the response");
                case "effects" -> all.addAll(effects(operation, id, samples));
                case "db" -> all.add("the rows in the database");
                case "provider" -> all.add("the calls that the provider gets");
                case "outbox" -> all.add("the messages that leave");
                case "logs" -> all.add("the log");
                case "metrics" -> all.add("the metrics");
                case "traces" -> all.add("the spans");
                case "webhooks" -> all.add("the response to the event");
                case "openapi" -> all.add("the OpenAPI document");
                case "contract" -> all.add("the contract");
                default -> {
                    // It says how the case is executed, not where its result is seen.
                }
            }
        }
        return all.isEmpty() ? List.of("the response") : all;
    }

    private static List<String> effects(@Nullable Operation operation, String id, SampleRequests samples) {
        if (operation == null || operation.effects() == null || !operation.hasCounter()) {
            return List.of("a count of the effects");
        }
        Operation.Effects effects = operation.effects();
        return Stream.concat(
                        effects.list().stream()
                                .map(list -> "effects: GET " + samples.filled(operation, list.path(), id)
                                        + ", count at " + list.count()),
                        effects.sql().stream().map(sql -> "effects: " + sql))
                .toList();
    }
}
