package dev.samekey.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.TypeConversionException;

class DialectConverterTest {
    private final DialectConverter converter = new DialectConverter();

    @Test
    void a_dialect_is_named_or_a_file(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("mine.yaml"), "{extends: playbook, name: mine}");

        assertThat(converter.convert("playbook").name()).isEqualTo("playbook");
        assertThat(converter.convert(file.toString()).name()).isEqualTo("mine");
    }

    @Test
    void a_misspelt_name_is_told_with_the_nearest() {
        assertThatThrownBy(() -> converter.convert("playbok"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageEndingWith("did you mean 'playbook'?");
    }
}
