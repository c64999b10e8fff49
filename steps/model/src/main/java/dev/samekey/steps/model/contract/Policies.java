package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** How published libraries retry: a dialect names one of them with {@code retry: {extends: NAME}}. */
public final class Policies {
    /** Their names, as a dialect writes them. */
    public static final List<String> SHIPPED = List.of(
            "aws-sdk-java-v2",
            "google-api-core",
            "grpc-throttling",
            "polly-v8",
            "resilience4j",
            "stripe-java",
            "stripe-node");

    private static final String RETRY = "retry";
    private static final String EXTENDS = "extends";

    private Policies() {}

    /** @param name one of {@link #SHIPPED} */
    public static Retry shipped(String name) {
        return file(name).at(RETRY).as(Retry.class);
    }

    /**
     * The members of a dialect, with those of the policy that its {@code retry} extends. The policy replaces the retry part of
     * the dialect that this one extends: of two schedules one counts.
     *
     * @param file whose members they are, to report a mistake
     * @param base the members of the dialect that it extends; empty where there is none
     */
    static JsonNode merged(YamlFile file, ObjectNode base, ObjectNode own) {
        JsonNode name = own.path(RETRY).path(EXTENDS);
        if (!name.isMissingNode()) {
            if (!SHIPPED.contains(name.asText())) {
                throw file.error(
                        List.of(RETRY, EXTENDS),
                        "the policy «" + name.asText() + "» is not known" + Nearest.hint(name.asText(), SHIPPED));
            }
            base.set(RETRY, file(name.asText()).at(RETRY).tree());
            own.withObjectProperty(RETRY).remove(EXTENDS);
        }
        return MergePatch.apply(base, own);
    }

    /** The file of a policy, with its sources. */
    static YamlFile file(String name) {
        String resource = "/samekey/contract/policies/" + name + ".yaml";
        try (InputStream in = Objects.requireNonNull(Policies.class.getResourceAsStream(resource), resource)) {
            return YamlFile.of(name + ".yaml", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
