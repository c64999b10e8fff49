package dev.samekey.steps.contract;

import dev.samekey.steps.file.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The dialects that are shipped with the features. */
public final class Dialects {
    /** Their names, as a target file writes them. */
    public static final List<String> SHIPPED = List.of("playbook");

    private Dialects() {}

    /** @param name one of {@link #SHIPPED} */
    public static Contract shipped(String name) {
        String resource = "/samekey/contract/dialects/" + name + ".yaml";
        try (InputStream in = Objects.requireNonNull(Dialects.class.getResourceAsStream(resource), resource)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return YamlFile.of(name + ".yaml", text).as(Contract.class);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
