package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** A draft, read back as each command reads it, and by the schema that editors have. */
final class ReadBack {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:([^}]*)}");
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("classpath:samekey/contract/target.schema.json"));

    private ReadBack() {}

    private static String standIn(String line, String name) {
        return line.startsWith("  - ") ? name.replace('_', '-') : "value-of-" + name;
    }

    static TargetFile of(String draft) {
        return of(draft, Map.of());
    }

    /** @param environment what variables stand for; each other one stands for its name */
    static TargetFile of(String draft, Map<String, String> environment) {
        return of(draft, Path.of(""), environment);
    }

    static TargetFile of(String draft, Path folder, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(Map.of("PROTOCOL", "http", "PORT", "80"));
        draft.lines()
                .forEach(line -> VARIABLE.matcher(line)
                        .results()
                        .forEach(found -> all.putIfAbsent(
                                found.group(1),
                                line.matches("  - \"?\\$\\{env:.*")
                                        ? "http://localhost"
                                        : standIn(line, found.group(1)))));
        all.putAll(environment);
        assertThat(SCHEMA.validate(
                        draft,
                        InputFormat.YAML,
                        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true))))
                .as("errors by the schema of %s", draft)
                .isEmpty();
        return TargetFile.of(YamlFile.of("draft.yaml", draft), folder.toAbsolutePath(), all);
    }
}
