package dev.samekey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.testing.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCommandTest {
    private final InputStream in = System.in;
    private final PrintStream out = System.out;

    @AfterEach
    void restore() {
        System.setIn(in);
        System.setOut(out);
    }

    @Test
    void servers_run_one_after_another_and_one_that_cannot_start_says_why(@TempDir Path folder) {
        String server = "--port=0\t--port=0\t--db=" + TestDatabase.url("host") + "\t--log=" + folder.resolve("log");

        List<String> said =
                said(server, "stop", server + "\t--defect=chek-then-act", server, "abandon", server, "stop");

        assertThat(said).hasSize(7);
        assertThat(said.get(0)).matches("ready http://\\S+ http://\\S+");
        assertThat(said.get(1)).isEqualTo("stopped");
        assertThat(said.get(2)).startsWith("failed").contains("check-then-act");
        assertThat(said.get(3)).startsWith("ready").isNotEqualTo(said.get(0));
        assertThat(said.get(4)).isEqualTo("abandoned");
        assertThat(said.get(5)).startsWith("ready");
        assertThat(said.get(6)).isEqualTo("stopped");
    }

    private static List<String> said(String... lines) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setIn(new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        new HostCommand().run();
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
