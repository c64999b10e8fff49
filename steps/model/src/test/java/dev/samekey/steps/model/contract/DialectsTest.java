package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DialectsTest {
    @Test
    void the_playbook_says_how_it_says_each_thing() {
        Contract playbook = Dialects.shipped("playbook");

        assertThat(playbook.name()).isEqualTo("playbook");
        assertThat(playbook.key().in()).isEqualTo(Key.Place.HEADER);
        assertThat(playbook.key().name()).isEqualTo("Idempotency-Key");
        assertThat(playbook.key().characters()).hasToString("[!-~]");
        assertThat(playbook.marker()).isEqualTo(new Marker("Idempotency-Status", null, "stored", "replayed"));
        assertThat(playbook.lifetime())
                .isEqualTo(new Contract.Lifetime(Duration.ofHours(24), Duration.ofDays(7), null));
        assertThat(playbook.stored()).isEqualTo(new Contract.Stored(true, true, false, false, true));
        assertThat(playbook.refusal(Reason.PAYLOAD_MISMATCH))
                .isEqualTo(Refusal.of(409, "CONFLICT.idempotency.payload_mismatch"));
        assertThat(playbook.refusal(Reason.IN_PROGRESS))
                .isEqualTo(new Refusal(List.of(409), List.of("CONFLICT.idempotency.in_progress"), RetryAfter.any()));
        assertThat(playbook.refusal(Reason.EXPIRED_KEY)).isNull();
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
    void each_fact_of_a_shipped_dialect_names_its_source() {
        assertThat(Dialects.SHIPPED).allSatisfy(name -> {
            JsonNode tree = YamlFile.of(name, Resources.dialect(name)).tree();
            Set<String> members = new HashSet<>(names(tree));
            members.removeAll(Set.of("name", "sources"));
            assertThat(names(tree.path("sources"))).containsExactlyInAnyOrderElementsOf(members);
        });
    }

    @Test
    void a_source_says_how_sure_it_is_or_that_the_reference_system_chose() {
        Set<String> house = Set.of("playbook", "platform", "harbor-point", "charges", "retry-safe");
        assertThat(Dialects.SHIPPED)
                .filteredOn(name -> !house.contains(name))
                .allSatisfy(name -> assertThat(sources(name).values())
                        .allMatch(source -> source.matches(".*\\((primary text|secondary quote|observed)\\).*")));
        assertThat(house)
                .allSatisfy(name -> assertThat(sources(name).values())
                        .allMatch(source -> source.matches(
                                ".*(playbook|guideline|Harbor Point|middle tier|chosen for the reference system).*")));
    }

    @Test
    void a_dialect_may_state_what_differs_from_another() {
        Contract mine = mine("""
                name: mine
                extends: playbook
                in_progress: wait
                refusals: {in_progress: {status: 425}, timeout: null}
                replay: {marker: null}
                """);

        assertThat(mine.name()).isEqualTo("mine");
        assertThat(mine.inProgress()).isEqualTo(Contract.InProgress.WAIT);
        assertThat(mine.refusal(Reason.IN_PROGRESS))
                .hasToString("425 CONFLICT.idempotency.in_progress with Retry-After");
        assertThat(mine.refusal(Reason.TIMEOUT)).isNull();
        assertThat(mine.marker()).isNull();
        assertThat(mine.key().name()).isEqualTo("Idempotency-Key");
        assertThat(mine.mismatch()).isEqualTo(Contract.Mismatch.REFUSE);
    }

    @Test
    void a_dialect_without_a_name_is_called_by_what_it_changes() {
        assertThat(mine("extends: playbook\n").name()).isEqualTo("playbook");
        assertThat(mine("extends: playbook\nin_progress: wait\nscope: []\n").name())
                .isEqualTo("playbook with another in_progress, scope");
    }

    @Test
    void a_mistake_in_what_differs_is_reported_with_its_place() {
        assertBad("extends: playbok\n", "mine.yaml:1: extends: the dialect «playbok» is not known; did you mean «play");
        assertBad("extends: playbook\nscop: []\n", "mine.yaml:2: scop: is not known; did you mean «scope»?");
        assertBad(
                "extends: playbook\n\nlifetime: {default: 1 day}\n",
                "mine.yaml:3: lifetime.default: «1 day» is no duration such as 100ms, 30s, 10m, 24h or 7d");
        assertBad("extends: playbook\nkey: {in: null}\n", "mine.yaml:2: key.in: is missing");
    }

    @Test
    void what_is_wrong_with_a_member_is_reported() {
        String good = "name: x\nkey: {in: header, name: X}\n";
        assertBad(
                "name: x\nkey: {in: header, name: X, syntax: sf_strin}\n",
                "mine.yaml:2: key.syntax: «sf_strin» is not known; did you mean «sf-string»? (known: any, either, sf-string, ulid, uuid)");
        assertBad(
                good + "errors: {code: code}\n",
                "mine.yaml:3: errors.code: Invalid input: JSON Pointer expression must start with '/'");
        assertBad(
                good + "refusals: {missing: {status: 400}}\n",
                "mine.yaml:3: refusals.missing: «missing» is not known (known: ");
        assertBad(
                good + "replay: {mode: stored, marker: {replay: yes}}\n",
                "mine.yaml:3: replay.marker: names either a header or a member");
    }

    private static Contract mine(String yaml) {
        return Dialects.of(YamlFile.of("mine.yaml", yaml), "mine");
    }

    private static void assertBad(String yaml, String message) {
        assertThatExceptionOfType(BadFile.class).isThrownBy(() -> mine(yaml)).withMessageStartingWith(message);
    }

    private static Map<String, String> sources(String name) {
        return Objects.requireNonNull(Dialects.shipped(name).sources());
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
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
