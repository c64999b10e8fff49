package dev.samekey.steps.model.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_new_file_is_there_and_nothing_beside_it() throws IOException {
        Path file = folder.resolve("a.yaml");

        WholeFile.write(file, "new");
        WholeFile.write(file, "newer");

        assertThat(file).hasContent("newer");
        assertThat(folder).isDirectoryNotContaining("glob:**.samekey-part");
    }

    @Test
    void a_file_that_cannot_be_written_leaves_the_earlier_one() throws IOException {
        Path file = Files.writeString(folder.resolve("a.yaml"), "earlier");
        String noText = "\ud800";

        assertThatThrownBy(() -> WholeFile.write(file, "half of" + noText)).isInstanceOf(IOException.class);

        assertThat(file).hasContent("earlier");
        assertThat(folder).isDirectoryNotContaining("glob:**.samekey-part");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void who_may_not_read_the_earlier_file_may_not_read_the_new_one_and_a_link_stays_one() throws IOException {
        Path file = Files.writeString(folder.resolve("a.yaml"), "earlier");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Path link = Files.createSymbolicLink(folder.resolve("link.yaml"), file);

        WholeFile.write(link, "new");

        assertThat(file).hasContent("new");
        assertThat(link).isSymbolicLink();
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
}
