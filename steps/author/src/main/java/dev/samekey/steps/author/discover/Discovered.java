package dev.samekey.steps.author.discover;

import dev.samekey.steps.judge.world.Cleaned;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an API was seen to do.
 *
 * @param warnings what of it contradicts a MUST
 * @param nearest the shipped dialect that it resembles most; null where none is near, or no idempotency was seen
 * @param contract the member {@code contract} of a target file, as YAML: what was seen, and of what contradicts a MUST what
 *     that demands; null where no idempotency was seen
 * @param observed the same without what a dialect says that differs from anything that was seen
 * @param lenient the same, with what was seen in place of what a MUST demands
 * @param requests how many were sent
 * @param cleaned what became of what was created by that
 * @param remarks what else there is to tell, such as that an oracle did not answer
 */
public record Discovered(
        List<Finding> findings,
        List<Warning> warnings,
        @Nullable Resemblance nearest,
        @Nullable String contract,
        @Nullable String observed,
        @Nullable String lenient,
        int requests,
        Cleaned cleaned,
        List<String> remarks) {
    static final String NOT_ASKED =
            "Not asked, for it takes time or does not show in these answers: methods, attempt_header,"
                    + " fingerprint.volatile, lifetime, expired, processing_timeout, wait_at_most, replay.headers, stored.2xx,"
                    + " the other refusals, taxonomy, retry, log, metrics, traces.";

    static Discovered of(String name, Findings seen, int requests) {
        List<Finding> findings = seen.all();
        List<Warning> warnings = seen.warnings();
        if (!isIdempotent(seen)) {
            return new Discovered(findings, warnings, null, null, null, null, requests, Cleaned.NOTHING, List.of());
        }
        Optional<Resemblance> nearest = Resemblance.nearest(findings);
        return new Discovered(
                findings,
                warnings,
                nearest.orElse(null),
                ContractSection.strict(name, findings, warnings, nearest).toString(),
                ContractSection.observed(name, findings, warnings, nearest).toString(),
                ContractSection.lenient(name, findings, warnings, nearest).toString(),
                requests,
                Cleaned.NOTHING,
                List.of());
    }

    /** The same, after what was created was taken away. */
    public Discovered with(Cleaned done, List<String> more) {
        return new Discovered(findings, warnings, nearest, contract, observed, lenient, requests, done, more);
    }

    /** Without one of these nothing shows that a key means anything. */
    private static boolean isIdempotent(Findings seen) {
        return (seen.has("replay.mode") && !seen.isNone("replay.mode"))
                || seen.value("mismatch") != null
                || seen.value("in_progress") != null
                || seen.is("key.required", "true");
    }

    public boolean isIdempotent() {
        return contract != null;
    }

    /** The nearest dialect in a sentence. */
    public String resemblance() {
        return nearest == null ? "No shipped dialect agrees with more than differs." : nearest.toString();
    }

    /** What was left out of the questions, and why. */
    public String notAsked() {
        return NOT_ASKED;
    }
}
