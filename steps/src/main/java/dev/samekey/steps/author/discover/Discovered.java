package dev.samekey.steps.author.discover;

import dev.samekey.steps.judge.world.Cleaned;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an API was seen to do.
 *
 * @param nearest the shipped dialect that it resembles most; null where none is near, or no idempotency was seen
 * @param contract the member {@code contract} of a target file, as YAML; null where no idempotency was seen
 * @param requests how many were sent
 * @param cleaned what became of what was created by that
 * @param remarks what else there is to tell, such as that an oracle did not answer
 */
public record Discovered(
        List<Finding> findings,
        @Nullable Resemblance nearest,
        @Nullable String contract,
        int requests,
        Cleaned cleaned,
        List<String> remarks) {
    static final String NOT_ASKED =
            "Not asked, for it takes time or does not show in these answers: methods, attempt_header,"
                    + " fingerprint.volatile, lifetime, expired, processing_timeout, wait_at_most, replay.headers, stored.2xx and 5xx,"
                    + " the other refusals, taxonomy, retry, log, metrics, traces.";

    static Discovered of(String name, Findings seen, int requests) {
        List<Finding> findings = seen.all();
        if (!isIdempotent(seen)) {
            return new Discovered(findings, null, null, requests, Cleaned.NOTHING, List.of());
        }
        Optional<Resemblance> nearest = Resemblance.nearest(findings);
        return new Discovered(
                findings,
                nearest.orElse(null),
                new ContractSection(name, findings, nearest).toString(),
                requests,
                Cleaned.NOTHING,
                List.of());
    }

    /** The same, after what was created was taken away. */
    public Discovered with(Cleaned done, List<String> more) {
        return new Discovered(findings, nearest, contract, requests, done, more);
    }

    /** Without one of these nothing shows that a key means anything. */
    private static boolean isIdempotent(Findings seen) {
        return !seen.isNone("replay.mode")
                && (seen.has("replay.mode") || seen.has("mismatch") || seen.has("in_progress"));
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
