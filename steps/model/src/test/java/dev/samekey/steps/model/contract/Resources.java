package dev.samekey.steps.model.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** What the features ship. */
final class Resources {
    private Resources() {}

    static String schema() {
        return text("/samekey/contract/dialect.schema.json");
    }

    static String policySchema() {
        return text("/samekey/contract/policy.schema.json");
    }

    static String policy(String name) {
        return text("/samekey/contract/policies/" + name + ".yaml");
    }

    static String dialect(String name) {
        return text("/samekey/contract/dialects/" + name + ".yaml");
    }

    private static String text(String name) {
        try (InputStream in = Objects.requireNonNull(Resources.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
