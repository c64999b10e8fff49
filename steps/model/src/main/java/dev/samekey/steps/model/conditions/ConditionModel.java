package dev.samekey.steps.model.conditions;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What may change around the requests of a scenario, while the contract promises the same.
 *
 * @param factors by name, in the order in which a sentence names them
 * @param notTogether values of factors that are never tried together
 * @param clauses by id, those that are judged under conditions
 * @param notJudged all others
 */
public record ConditionModel(
        @JsonProperty(required = true) Map<String, Factor> factors,
        List<Excluded> notTogether,
        @JsonProperty(required = true) Map<String, Share> clauses,
        @JsonProperty(required = true) List<NotJudged> notJudged) {
    private static final String RESOURCE = "/samekey/contract/conditions.yaml";

    public ConditionModel {
        notTogether = notTogether == null ? List.of() : notTogether;
    }

    /**
     * One thing that may change.
     *
     * @param is what it is, in words
     * @param values the first is the usual one
     */
    public record Factor(
            @JsonProperty(required = true) String is,
            @JsonProperty(required = true) List<Value> values) {
        public Value usual() {
            return values.get(0);
        }

        /** Those that are not the usual one. */
        public List<Value> others() {
            return values.subList(1, values.size());
        }

        public Optional<Value> find(String name) {
            return values.stream().filter(value -> value.name().equals(name)).findFirst();
        }
    }

    /** @param says what a sentence says after «when»; null for what is usual */
    public record Value(
            @JsonProperty(required = true) String name,
            @Nullable String says) {}

    /** @param values by factor */
    public record Excluded(
            @JsonProperty(required = true) Map<String, String> values,
            @JsonProperty(required = true) String because) {}

    /** Clauses that are not judged under conditions, and why. */
    public record NotJudged(
            @JsonProperty(required = true) List<String> clauses,
            @JsonProperty(required = true) String because) {}

    /** @param without the factors that mean nothing to a clause */
    public record Share(List<String> without) {
        public Share {
            without = without == null ? List.of() : without;
        }
    }

    /** The model that is shipped with the features. */
    public static ConditionModel shipped() {
        return Shipped.MODEL;
    }

    /** Read when it is first asked for, and once. */
    private static final class Shipped {
        static final ConditionModel MODEL = read();
    }

    private static ConditionModel read() {
        try (InputStream in = Objects.requireNonNull(ConditionModel.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return YamlFile.of("conditions.yaml", new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .as(ConditionModel.class);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
