package dev.samekey.steps.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTreeTest {
    private static final int FILES = 3000;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_folder_goes_with_all_that_is_in_it() throws IOException {
        Path tree = Files.createDirectories(folder.resolve("tree"));
        Files.writeString(Files.createDirectories(tree.resolve("one/two")).resolve("file"), "text");

        FileTree.remove(tree);

        assertThat(tree).doesNotExist();
    }

    @Test
    void what_is_not_there_need_not_be_removed() throws IOException {
        FileTree.remove(folder.resolve("nothing"));

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void somebody_else_may_remove_the_same_files_meanwhile() throws IOException {
        Path tree = Files.createDirectories(folder.resolve("tree"));
        for (int i = 0; i < FILES; i++) {
            Files.createFile(tree.resolve(String.valueOf(i)));
        }
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            for (int i = FILES - 1; i >= 0; i--) {
                var unused = tree.resolve(String.valueOf(i)).toFile().delete();
            }
        });

        FileTree.remove(tree);
        other.join();

        assertThat(tree).doesNotExist();
    }
}
