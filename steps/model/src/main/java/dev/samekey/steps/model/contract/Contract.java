package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonPointer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A dialect: how a given API says what the clauses demand. What a dialect leaves out is not known, and is never guessed.
 *
 * @param sources by member, where the fact is written
 * @param methods the unsafe methods that honour the key
 * @param attemptHeader the request header that says which attempt this is
 * @param scope what a key is scoped by; empty: one key space for all
 * @param tenantHeader the request header that names the tenant
 * @param processingTimeout when a claim counts as abandoned
 * @param mismatch what another payload under the key meets
 * @param inProgress what a duplicate meets while the original runs
 * @param waitAtMost how long a duplicate may be kept waiting
 * @param stored which outcomes are final for the key
 */
public record Contract(
        String name,
        @Nullable Map<String, String> sources,
        @JsonProperty(required = true) Key key,
        @Nullable List<Method> methods,
        @Nullable String attemptHeader,
        @Nullable Fingerprint fingerprint,
        @Nullable List<Scope> scope,
        @Nullable String tenantHeader,
        @Nullable Lifetime lifetime,
        @Nullable Expired expired,
        @Nullable Duration processingTimeout,
        @Nullable Mismatch mismatch,
        @Nullable InProgress inProgress,
        @Nullable Duration waitAtMost,
        @Nullable Replay replay,
        @Nullable Stored stored,
        @Nullable Errors errors,
        @Nullable Map<Reason, Refusal> refusals,
        @Nullable Taxonomy taxonomy,
        @Nullable Retry retry,
        @Nullable Log log,
        @Nullable Metrics metrics,
        @Nullable Traces traces) {

    /** A contract that says where the key travels and how it is written, and nothing else. */
    public static Contract silent(String name, Key key) {
        return new Contract(
                name, null, key, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
                null, null, null, null, null, null);
    }

    /** @return how a request is refused for that reason, or null where the contract does not say it */
    public @Nullable Refusal refusal(Reason reason) {
        return refusals == null ? null : refusals.get(reason);
    }

    /** Whether a refusal can be known by what it says: it has a status, or the contract says where its code stands. */
    public boolean tells(Refusal refusal) {
        return !refusal.statuses().isEmpty() || !errorCodes().isEmpty();
    }

    public @Nullable Marker marker() {
        return replay == null ? null : replay.marker();
    }

    /** Where an error's body has its code, most often; null where that is not known. */
    public @Nullable JsonPointer errorCode() {
        return errorCodes().isEmpty() ? null : errorCodes().get(0);
    }

    /** Where an error's body may have its code: at the first of these where something stands. */
    public List<JsonPointer> errorCodes() {
        return errors == null ? List.of() : errors.codes();
    }

    /** An unsafe method. */
    public enum Method {
        POST,
        PUT,
        PATCH,
        DELETE
    }

    /** Which part of a request is its payload. */
    public record Fingerprint(
            @Nullable Of of,
            @JsonProperty("volatile") @Nullable List<JsonPointer> volatiles,
            @Nullable Set<Nuance> apart,
            @Nullable Set<Sameness> alike) {

        /** Whether two payloads that differ in this alone are two. Where nothing is said, nobody knows. */
        public boolean tellsApart(Nuance nuance) {
            return of == Of.BYTES || (apart != null && apart.contains(nuance));
        }

        /** Whether the contract says that this does not make two payloads of one. */
        public boolean takesAlike(Sameness sameness) {
            return alike != null && alike.contains(sameness);
        }
    }

    /** What two JSON payloads may differ in when their values look the same. */
    public enum Nuance {
        /** The order of a list's items. */
        LIST_ORDER,
        /** A member that is null in place of none. */
        NULL_MEMBERS,
        /** A number that is written as a text. */
        NUMBER_TEXTS
    }

    /** Which members of a payload need not count. */
    public enum Sameness {
        /** A member that the API does not know. */
        UNKNOWN_MEMBERS,
        /** A member that is left out, since a default stands in its place. */
        LEFT_OUT_MEMBERS
    }

    /** The payload as what it means, or as its bytes. */
    public enum Of {
        CANONICAL,
        BYTES
    }

    /** Something that a key belongs to. */
    public enum Scope {
        PRINCIPAL,
        TENANT,
        ROUTE
    }

    /**
     * How long an outcome is kept, at least.
     *
     * @param highStakes the same for operations that a target file calls so
     * @param refused the same for refusals, after which the key is new; null where they live as long as the others
     */
    public record Lifetime(
            @JsonProperty(value = "default", required = true)
            Duration normal,

            @Nullable Duration highStakes,
            @Nullable Duration refused) {}

    /** What an expired key meets. */
    public enum Expired {
        EXECUTE,
        REJECT
    }

    /** What another payload under the key meets: a refusal, or the original's outcome. */
    public enum Mismatch {
        REFUSE,
        REPLAY
    }

    /** What a duplicate meets while the original runs. */
    public enum InProgress {
        REFUSE,
        WAIT,
        EITHER
    }

    /**
     * Which outcomes are final for the key, by status.
     *
     * @param validation whether a refusal of the payload itself uses the key up
     * @param stale whether the refusal of an outdated version uses the key up
     */
    public record Stored(
            @JsonProperty("2xx") @Nullable Boolean successes,
            @JsonProperty("4xx") @Nullable Boolean clientErrors,
            @JsonProperty("5xx") @Nullable Boolean serverErrors,
            @Nullable Boolean validation,
            @Nullable Boolean stale) {

        /** Whether the refusal of a payload uses the key up. A contract that stores no failure of a client stores none. */
        public @Nullable Boolean refusals() {
            return clientErrorOr(validation);
        }

        /** Whether the refusal of an outdated version uses the key up, likewise. */
        public @Nullable Boolean staleRefusals() {
            return clientErrorOr(stale);
        }

        private @Nullable Boolean clientErrorOr(@Nullable Boolean said) {
            return (said == null && Boolean.FALSE.equals(clientErrors)) ? Boolean.FALSE : said;
        }
    }

    /** @param codes where an error's body may have its code */
    public record Errors(
            @Nullable String contentType,

            @JsonProperty("code") @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<JsonPointer> codes) {

        /** What the file leaves out is null until here. */
        public Errors {
            codes = codes == null ? List.of() : List.copyOf(codes);
        }
    }

    /**
     * What each request leaves in the log.
     *
     * @param key the member that holds the key
     * @param outcome the member that names the outcome
     * @param members what each line must have
     * @param outcomes the log's own word for created, replayed, conflict, in_progress and failed
     */
    public record Log(
            @JsonProperty(required = true) String key,
            @JsonProperty(required = true) String outcome,
            @JsonProperty(required = true) List<String> members,
            @JsonProperty(required = true) Map<String, String> outcomes) {}

    /**
     * The names of the counters that move by what happened, and of the figures of health that are no sum of those.
     *
     * @param processingTimeouts counts the claims that were taken over
     * @param replayAgeMedian a gauge: how old half of the keys are at most when they replay
     * @param replayAgeP95 the same of 95 % of them
     */
    public record Metrics(
            @JsonProperty(required = true) String created,
            @JsonProperty(required = true) String replayed,
            @JsonProperty(required = true) String conflict,
            @Nullable String processingTimeouts,
            @Nullable String replayAgeMedian,
            @Nullable String replayAgeP95) {
        /** The counters by the outcome that they count. */
        public Map<String, String> counters() {
            return Map.of("created", created, "replayed", replayed, "conflict", conflict);
        }
    }

    /**
     * The attributes of the span of a request.
     *
     * @param key the one that holds the key
     * @param attempt the one that holds the number of the attempt
     * @param outcome the one that names the outcome, in the log's own words
     */
    public record Traces(
            @JsonProperty(required = true) String key,
            @JsonProperty(required = true) String attempt,
            @Nullable String outcome) {}
}
