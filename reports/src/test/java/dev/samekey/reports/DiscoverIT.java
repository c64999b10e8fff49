package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.bundled.WarmServer;
import dev.samekey.steps.author.discover.Certainty;
import dev.samekey.steps.author.discover.Discovered;
import dev.samekey.steps.author.discover.Finding;
import dev.samekey.steps.author.discover.Resemblance;
import dev.samekey.steps.author.discover.TargetDiscovery;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each of the bundled server's systems is asked by a target file that says where the key travels, and nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DiscoverIT {
    private static final String BARE = "contract: {name: bare, key: {in: header, name: idempotency-key}}";

    /** What has to be found of each system; what else is found must agree with its dialect. */
    private static final List<String> FOUND = List.of(
            "key.in",
            "key.name",
            "key.required",
            "key.syntax",
            "key.min",
            "key.max",
            "key.characters",
            "fingerprint.of",
            "mismatch",
            "in_progress",
            "replay.mode",
            "replay.marker",
            "stored.4xx",
            "errors.code",
            "errors.content_type",
            "refusals.malformed_key.code",
            "refusals.payload_mismatch.status",
            "refusals.payload_mismatch.code",
            "refusals.in_progress.status",
            "refusals.in_progress.code",
            "refusals.in_progress.retry_after",
            "refusals.declined.code",
            "scope.principal",
            "scope.route");

    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("discover");
    private final BundledServer server = BundledServer.start();
    private final WarmServer warm = server.warm();

    @AfterAll
    void stop() {
        warm.close();
        server.close();
    }

    static Stream<String> systems() {
        return BundledServer.SYSTEMS_SHIPPED.stream();
    }

    @ParameterizedTest
    @MethodSource("systems")
    void a_system_is_found_to_follow_its_dialect(String system) {
        TargetFile file =
                server.target(system, yaml -> edited(yaml, "contract: " + system), List.of(), out.resolve(system));

        Discovered discovered = new TargetDiscovery(file, warm).run();

        Resemblance nearest = Objects.requireNonNull(discovered.nearest(), discovered.findings()::toString);
        assertThat(nearest.dialect()).isEqualTo(system);
        assertThat(nearest.differing()).isEmpty();
        assertThat(nearest.agreeing()).extracting(Finding::member).containsAll(FOUND);
        assertThat(nearest.more()).extracting(Finding::member).isSubsetOf("stored.validation", "replay.status");
        assertThat(discovered.findings())
                .filteredOn(finding -> finding.certainty() == Certainty.UNCLEAR)
                .isEmpty();
        assertThat(certainties(discovered))
                .containsEntry("mismatch", Certainty.SURE)
                .containsEntry("in_progress", Certainty.SURE)
                .containsEntry("key.max", Certainty.SURE)
                .containsEntry("replay.marker", Certainty.SURE);
        assertThat(contract(discovered))
                .usingRecursiveComparison()
                .ignoringFields("name", "stored.validation", "key.characters")
                .isEqualTo(Dialects.shipped(system));
    }

    private static Map<String, Certainty> certainties(Discovered discovered) {
        return discovered.findings().stream().collect(Collectors.toMap(Finding::member, Finding::certainty));
    }

    /** The section that is written, read as a target file's is. */
    private static Contract contract(Discovered discovered) {
        YamlFile section = YamlFile.of("section", String.valueOf(discovered.contract()));
        return section.tree().path("contract").isTextual()
                ? Dialects.shipped(section.tree().path("contract").asText())
                : Dialects.of(section.at("contract"));
    }

    private static String edited(String yaml, String line) {
        assertThat(yaml).contains(line + "\n");
        return yaml.replace(line + "\n", BARE + "\n");
    }
}
