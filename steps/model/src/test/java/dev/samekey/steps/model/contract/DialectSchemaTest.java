package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DialectSchemaTest {
    private static final String GOOD = "name: x\nkey: {in: header, name: X-Key}\n";

    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Resources.schema());

    static Stream<String> shipped() {
        return Dialects.SHIPPED.stream();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void a_shipped_dialect_keeps_the_schema(String name) {
        assertThat(errors(Resources.dialect(name))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"express-idempotency", "node-idempotency-nestjs", "camel-idempotent-consumer", "idempotent"})
    void the_dialect_of_an_example_keeps_the_schema(String example) throws IOException {
        assertThat(errors(Files.readString(Path.of("../../examples", example, "dialect.yaml"))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "extends: playbook",
                "extends: playbook\nkey: {required: false}\nreplay: {marker: null}",
                "key: {in: header, name: X-Key}",
                "name: x\nkey: {in: header, name: X-Key, max: null}\nlifetime: null",
                "extends: playbook\nretry: {extends: stripe-node, attempts: 3}",
                GOOD + "retry: {extends: polly-v8}",
                GOOD + "retry: {exponential: {initial: 1s, factor: 2.5}, jitter: {from: 0.9, to: 1.1}}"
            })
    void what_the_harness_reads_keeps_the_schema(String dialect) {
        assertThat(Dialects.of(file(dialect), "mine")).isNotNull();
        assertThat(errors(dialect)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "extends: playbok",
                "name: x",
                "name: x\nkey: {in: heder, name: X-Key}",
                "name: x\nkey: {in: header, name: X-Key, lenght: 3}",
                GOOD + "failures_stored: true",
                GOOD + "lifetime: {default: one day}",
                GOOD + "errors: {code: code}",
                GOOD + "replay: {mode: stored, marker: {replay: a}}",
                GOOD + "replay: {mode: stored, marker: {header: A, member: /a, replay: a}}",
                GOOD + "refusals: {mismatch: {status: 409}}",
                GOOD + "refusals: {in_progress: {retry_after: true}}",
                GOOD + "refusals: {in_progress: {status: 409, retry_after: false}}",
                GOOD + "retry: {extends: stripe}",
                GOOD + "retry: {jitter: some}",
                GOOD + "retry: {jitter: {from: 0.5}}",
                GOOD + "retry: {connection: sometimes}",
                GOOD + "retry: {exponential: {initial: 1s, factor: 0.5}}",
                GOOD + "retry: {budget: {share: 2, window: 60s}}"
            })
    void what_the_harness_refuses_breaks_the_schema_too(String dialect) {
        assertThatExceptionOfType(BadFile.class).isThrownBy(() -> Dialects.of(file(dialect), "mine"));
        assertThat(errors(dialect)).isNotEmpty();
    }

    private static YamlFile file(String dialect) {
        return YamlFile.of("mine.yaml", dialect);
    }

    private List<Error> errors(String dialect) {
        return schema.validate(
                dialect,
                InputFormat.YAML,
                context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
    }
}
