package dev.samekey.steps.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A dialect: how a given API says what the clauses demand. What a dialect leaves out is not known, and is never guessed.
 *
 * @param refusals by name: {@code missing_key}, {@code payload_mismatch}, {@code in_progress}, {@code rate_limited},
 *     {@code unavailable}
 * @param failuresStored whether a deterministic business failure is an outcome that replays
 * @param inProgress what a duplicate meets while the original runs
 */
public record Contract(
        @JsonProperty(required = true) String name,
        @JsonProperty(required = true) Key key,
        @Nullable String attemptHeader,
        @Nullable List<String> scope,
        @Nullable String lifetime,
        @Nullable Replay replay,
        @Nullable Boolean failuresStored,
        @Nullable InProgress inProgress,
        @Nullable Errors errors,
        @Nullable Map<String, Refusal> refusals,
        @Nullable Log log,
        @Nullable Metrics metrics) {

    /** @return the refusal of that name, or null where the contract does not know it */
    public @Nullable Refusal refusal(String refusal) {
        return refusals == null ? null : refusals.get(refusal);
    }

    public @Nullable Marker marker() {
        return replay == null ? null : replay.marker();
    }

    /** Where the key travels. */
    public record Key(
            @JsonProperty(required = true) Place in,
            @JsonProperty(required = true) String name,
            @Nullable Boolean required) {}

    /** A part of a request that a key can travel in. */
    public enum Place {
        HEADER
    }

    /** What a replay looks like. */
    public record Replay(
            @JsonProperty(required = true) Mode mode,
            @Nullable Marker marker) {}

    /** What a replay gives: the stored answer, byte for byte. */
    public enum Mode {
        STORED
    }

    /**
     * The header that tells a replay from a first answer.
     *
     * @param first its value on a first answer; null where a first answer goes without
     */
    public record Marker(
            @JsonProperty(required = true) String header,
            @Nullable String first,
            @JsonProperty(required = true) String replay) {}

    /** What a duplicate meets while the original runs. */
    public enum InProgress {
        REFUSE,
        WAIT,
        EITHER
    }

    /** @param code a JSON pointer into an error's body */
    public record Errors(@JsonProperty(required = true) String code) {}

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

    /** The names of the counters that move by what happened. */
    public record Metrics(
            @JsonProperty(required = true) String created,
            @JsonProperty(required = true) String replayed,
            @JsonProperty(required = true) String conflict) {}
}
