package dev.samekey.steps.author.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.author.check.TargetCheck.Row;
import dev.samekey.steps.model.targets.Overrides;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileCheckTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void each_profile_that_was_not_chosen_is_read() throws IOException {
        Path file = Files.writeString(folder.resolve("acme.yaml"), """
                name: Acme
                contract: playbook
                operations:
                  payment: {role: create, request: {method: POST, path: /payments}}
                profiles:
                  local: {urls: [localhost:8080]}
                  test: {urls: [localhost:8081]}
                  staging:
                    urls: [https://staging.acme.example]
                    principals: {alice: {headers: {Authorization: "Bearer ${env:STAGING_TOKEN}"}}}
                  broken:
                    urls: [localhost:8082]
                    limits: {rat: 5}
                """);
        Overrides local = Overrides.of("local", List.of());
        List<Row> rows = ProfileCheck.run(file, TargetFile.read(file, local, Map.of()), local, Map.of());
        assertThat(rows).extracting(Row::what).containsExactly("profile test", "profile staging", "profile broken");
        assertThat(rows.get(0)).matches(row -> row.works() && !row.isAdvice());
        assertThat(rows.get(1)).matches(Row::isAdvice);
        assertThat(rows.get(1).actual()).endsWith("these variables are not set: STAGING_TOKEN");
        assertThat(rows.get(2).works()).isFalse();
        assertThat(rows.get(2).actual()).contains("acme.yaml:13: profiles.broken.limits.rat: is not known");
    }
}
