package dev.samekey.steps.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DialectsTest {
    @Test
    void the_playbook_says_how_it_says_each_thing() {
        Contract playbook = Dialects.shipped("playbook");

        assertThat(playbook.name()).isEqualTo("playbook");
        assertThat(playbook.key()).isEqualTo(new Contract.Key(Contract.Place.HEADER, "Idempotency-Key", true));
        assertThat(playbook.marker()).isEqualTo(new Contract.Marker("Idempotency-Status", "stored", "replayed"));
        assertThat(playbook.refusal("payload_mismatch"))
                .isEqualTo(new Refusal(409, "CONFLICT.idempotency.payload_mismatch", false));
        assertThat(playbook.refusal("in_progress"))
                .isEqualTo(new Refusal(409, "CONFLICT.idempotency.in_progress", true));
        assertThat(playbook.refusal("nonsense")).isNull();
    }

    @Test
    void every_shipped_dialect_is_read_under_its_own_name() {
        assertThat(Dialects.SHIPPED)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(Dialects.shipped(name).name()).isEqualTo(name));
    }

    @Test
    void no_dialect_file_is_left_out_of_the_list() throws Exception {
        assertThat(files())
                .containsExactlyInAnyOrderElementsOf(
                        Dialects.SHIPPED.stream().map(name -> name + ".yaml").toList());
    }

    @Test
    void the_catalogue_has_its_clauses_once() {
        List<Clause> all = Catalogue.shipped().all();

        assertThat(all).hasSize(134).extracting(Clause::id).doesNotHaveDuplicates();
        assertThat(all).allSatisfy(clause -> {
            assertThat(clause.id()).matches("[A-Z]{3}-\\d+");
            assertThat(clause.id()).startsWith(clause.group() + "-");
            assertThat(clause.title()).isNotBlank();
            assertThat(clause.statement()).isNotBlank();
            assertThat(clause.defect()).isNotBlank();
        });
        assertThat(Catalogue.shipped().find("RPL-2")).map(Clause::level).contains(Level.MUST);
        assertThat(Catalogue.shipped().find("RPL-200")).isEmpty();
    }

    private static List<String> files() throws IOException, URISyntaxException {
        URL one = Objects.requireNonNull(Dialects.class.getResource("/samekey/contract/dialects/playbook.yaml"));
        if (!one.getProtocol().equals("jar")) {
            return files(Path.of(one.toURI()).resolveSibling(""));
        }
        String[] parts = one.toString().split("!", 2);
        try (FileSystem jar = FileSystems.newFileSystem(URI.create(parts[0]), Map.of())) {
            return files(jar.getPath(parts[1]).resolveSibling(""));
        }
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::getFileName).map(String::valueOf).toList();
        }
    }
}
