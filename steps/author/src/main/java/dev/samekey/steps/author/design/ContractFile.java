package dev.samekey.steps.author.design;

import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The files of {@code features/contract} that a design is made of. */
final class ContractFile {
    private ContractFile() {}

    static YamlFile yaml(String name) {
        String resource = "/samekey/contract/" + name;
        try (InputStream in = Objects.requireNonNull(ContractFile.class.getResourceAsStream(resource), resource)) {
            return YamlFile.of(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
