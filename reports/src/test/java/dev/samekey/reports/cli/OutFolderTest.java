package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.process.CannotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutFolderTest {
    private static final String VERDICT =
            "{\"verdict\": \"HELD\", \"exit_code\": 0, \"gate\": {\"findings\": []}, \"clauses\": []}";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_folder_of_the_users_is_refused_and_not_changed() throws IOException {
        Path out = folder.resolve("mine");
        Path junit = file("mine/junit.xml", "<mine/>");
        file("mine/verdict.json", "{\"verdict\": \"guilty\"}");

        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> OutFolder.claim(out))
                .withMessageContaining("(junit.xml, verdict.json)")
                .withMessageContaining("--out");
        assertThat(out).isDirectoryNotContaining("glob:**.samekey-report");
        assertThat(junit).hasContent("<mine/>");
        assertThatExceptionOfType(CannotRun.class)
                .as("a file is no folder")
                .isThrownBy(() -> OutFolder.claim(junit))
                .withMessageContaining("is a file");
    }

    @Test
    void a_folder_that_is_new_or_empty_or_has_a_report_is_taken() throws IOException {
        OutFolder.claim(folder.resolve("a/new/one"));
        OutFolder.claim(Files.createDirectory(folder.resolve("empty")));
        file("empty/mine.txt", "x");
        file("earlier/verdict.json", VERDICT);
        file("earlier/junit.xml", "<old/>");

        for (String ours : new String[] {"a/new/one", "empty", "earlier"}) {
            assertThatCode(() -> OutFolder.claim(folder.resolve(ours))).as(ours).doesNotThrowAnyException();
            assertThat(folder.resolve(ours)).isDirectoryContaining("glob:**.samekey-report");
        }
    }

    @Test
    void the_history_of_allure_and_the_runs_of_repeat_may_be_there_before() throws IOException {
        Path history = file("restored/allure-report/history/history.json", "{}");
        file("repeated/run-1/verdict.json", VERDICT);

        OutFolder.claim(folder.resolve("restored"));
        OutFolder.claim(folder.resolve("repeated"));
        OutFolder.removeReport(folder.resolve("restored"));
        OutFolder.removeLogs(folder.resolve("restored"));

        assertThat(history).exists();
    }

    @Test
    void a_folder_is_removed_with_all_that_is_ours_and_kept_with_what_is_not() throws IOException {
        for (String name : new String[] {"ours", "shared"}) {
            OutFolder.claim(folder.resolve(name));
            file(name + "/evidence/1/a.txt", "x");
            file(name + "/target.log", "x");
        }
        Path mine = file("shared/mine.txt", "x");

        OutFolder.remove(folder.resolve("ours"));
        OutFolder.remove(folder.resolve("shared"));

        assertThat(folder.resolve("ours")).doesNotExist();
        assertThat(mine).exists();
        assertThat(folder.resolve("shared/evidence")).doesNotExist();
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        return Files.writeString(file, text);
    }
}
