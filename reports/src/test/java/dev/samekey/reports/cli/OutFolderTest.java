package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.drive.process.CannotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
        OutFolder.claim(folder.resolve("a/new/one")).close();
        OutFolder.claim(Files.createDirectory(folder.resolve("empty"))).close();
        file("empty/mine.txt", "x");
        file("earlier/verdict.json", VERDICT);
        file("earlier/junit.xml", "<old/>");

        for (String ours : new String[] {"a/new/one", "empty", "earlier"}) {
            assertThatCode(() -> OutFolder.claim(folder.resolve(ours)).close())
                    .as(ours)
                    .doesNotThrowAnyException();
            assertThat(folder.resolve(ours)).isDirectoryContaining("glob:**.samekey-report");
        }
    }

    @Test
    void the_history_of_allure_and_the_runs_of_repeat_may_be_there_before() throws IOException {
        Path history = file("restored/allure-report/history/history.json", "{}");
        file("repeated/run-1/verdict.json", VERDICT);

        OutFolder.claim(folder.resolve("repeated")).close();
        try (OutFolder restored = OutFolder.claim(folder.resolve("restored"))) {
            restored.replace(fresh -> Files.writeString(fresh.resolve("verdict.json"), VERDICT));
            restored.removeLogs();
        }

        assertThat(history).exists();
    }

    @Test
    void a_folder_is_removed_with_all_that_is_ours_and_kept_with_what_is_not() throws IOException {
        for (String name : new String[] {"ours", "shared"}) {
            OutFolder.claim(folder.resolve(name)).close();
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

    @Test
    void a_report_that_cannot_be_written_leaves_the_earlier_one_and_all_other_files() throws IOException {
        Path mine = file("out/mine.txt", "mine");
        Path old = earlier("out");

        try (OutFolder out = OutFolder.claim(folder.resolve("out"))) {
            IOException full = new IOException("No space left on device");
            assertThatThrownBy(() -> out.replace(fresh -> {
                        Files.writeString(fresh.resolve("verdict.json"), "half of");
                        throw full;
                    }))
                    .isSameAs(full);
            assertThat(out.unwritten(full))
                    .isEqualTo("the report could not be written to " + folder.resolve("out")
                            + " (No space left on device): there is no new report, and that of an earlier run is"
                            + " unchanged. Make room there, or name another folder with --out, and run again");
        }

        assertThat(old).hasContent(VERDICT);
        assertThat(folder.resolve("out/evidence/old/a.txt")).hasContent("old");
        assertThat(mine).hasContent("mine");
        assertThat(names("out")).containsExactly(".samekey-report", "evidence", "mine.txt", "verdict.json");
    }

    @Test
    void a_new_report_takes_the_place_of_the_whole_earlier_one_and_of_nothing_else() throws IOException {
        Path mine = file("out/mine.txt", "mine");
        earlier("out");
        file("out/shard.json", "old");
        file("out/evidence.zip", "old");

        try (OutFolder out = OutFolder.claim(folder.resolve("out"))) {
            out.replace(fresh -> {
                Files.writeString(fresh.resolve("verdict.json"), "new");
                Files.writeString(
                        Files.createDirectories(fresh.resolve("evidence/new")).resolve("b.txt"), "new");
            });
        }

        assertThat(folder.resolve("out/verdict.json")).hasContent("new");
        assertThat(folder.resolve("out/evidence")).isDirectoryNotContaining("glob:**old");
        assertThat(mine).hasContent("mine");
        assertThat(names("out")).containsExactly(".samekey-report", "evidence", "mine.txt", "verdict.json");
    }

    /** Each state in which a process may have been killed. */
    @Test
    void the_next_run_completes_what_an_earlier_one_was_killed_at() throws IOException {
        earlier("writing");
        file("writing/.samekey-new/verdict.json", "half of");
        earlier("begun");
        whole("begun/.samekey-whole");
        file("going/evidence/old/a.txt", "old");
        file("going/.samekey-old/verdict.json", VERDICT);
        whole("going/.samekey-whole");
        file("coming/.samekey-old/verdict.json", VERDICT);
        file("coming/evidence/new/b.txt", "new");
        file("coming/.samekey-coming/verdict.json", "new");
        file("come/verdict.json", "new");
        file("come/evidence/new/b.txt", "new");
        file("come/.samekey-old/evidence/old/a.txt", "old");

        for (String name : new String[] {"writing", "begun", "going", "coming", "come"}) {
            file(name + "/.samekey-report", "");
            OutFolder.claim(folder.resolve(name)).close();

            boolean isOld = name.equals("writing");
            assertThat(folder.resolve(name + "/verdict.json")).as(name).hasContent(isOld ? VERDICT : "new");
            assertThat(names(name + "/evidence")).as(name).containsExactly(isOld ? "old" : "new");
            assertThat(names(name)).as(name).containsExactly(".samekey-report", "evidence", "verdict.json");
        }
    }

    @Test
    void while_a_run_has_the_folder_another_one_of_the_same_process_is_refused() {
        Path place = folder.resolve("out");
        try (OutFolder claimed = OutFolder.claim(place)) {
            assertThat(claimed.path()).isEqualTo(place);
            for (Path same : new Path[] {place, folder.resolve("out/../out")}) {
                assertThatExceptionOfType(CannotRun.class)
                        .isThrownBy(() -> OutFolder.claim(same))
                        .withMessageContaining(
                                "(process " + ProcessHandle.current().pid() + ")")
                        .withMessageContaining("--out");
                assertThatExceptionOfType(CannotRun.class).isThrownBy(() -> OutFolder.mustBeFree(same));
            }
        }
        assertThatCode(() -> OutFolder.mustBeFree(place)).doesNotThrowAnyException();
        assertThatCode(() -> OutFolder.claim(place).close()).doesNotThrowAnyException();
    }

    @Test
    void a_report_that_comes_after_the_last_line_was_said_is_not_put_in_place() throws IOException {
        Path old = earlier("out");

        try (OutFolder out = OutFolder.claim(folder.resolve("out"))) {
            assertThat(out.seal()).isEqualTo("there is no new report, and that of an earlier run is unchanged");
            assertThatThrownBy(() -> out.replace(fresh -> Files.writeString(fresh.resolve("verdict.json"), "new")))
                    .isInstanceOf(IOException.class);
        }

        assertThat(old).hasContent(VERDICT);
    }

    private Path earlier(String name) throws IOException {
        file(name + "/.samekey-report", "");
        file(name + "/evidence/old/a.txt", "old");
        return file(name + "/verdict.json", VERDICT);
    }

    private void whole(String name) throws IOException {
        file(name + "/evidence/new/b.txt", "new");
        file(name + "/verdict.json", "new");
    }

    private List<String> names(String name) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(name))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        return Files.writeString(file, text);
    }
}
