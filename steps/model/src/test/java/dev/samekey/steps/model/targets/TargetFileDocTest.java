package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.samekey.oracles.database.InboxTable;
import dev.samekey.oracles.database.RecordTable;
import dev.samekey.oracles.listing.Paging;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/target-file.md says is what a target file may have. */
class TargetFileDocTest {
    private static final Path DOC = Path.of("../../docs/target-file.md");
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\\n(.*?)```");
    private static final String REST = """
            name: Acme
            urls: [https://pay.example]
            contract: playbook
            """;
    private static final String PAYMENT = """
            operations:
              payment: {role: create, request: {method: POST, path: /payments}, id: /id}
            """;

    private static final String ORDER = """
              order: {role: setup, request: {method: POST, path: /orders}, id: /id}
              item: {role: setup, after: order, request: {method: POST, path: "/orders/${order.id}/items"}, id: /id}
            """;

    @Test
    void its_example_of_profiles_can_be_read_with_each_of_them(@TempDir Path folder) throws IOException {
        String profiles = examples()
                .filter(one -> one.startsWith("profiles:"))
                .findFirst()
                .orElseThrow();
        Path file = Files.writeString(folder.resolve("acme.yaml"), REST + PAYMENT + profiles);
        Map<String, String> secrets = Map.of("STAGING_TOKEN", "a");
        for (String name : List.of("local", "staging")) {
            assertThat(TargetFile.read(file, Overrides.of(name, List.of()), secrets)
                            .target()
                            .urls())
                    .doesNotContain(URI.create("https://pay.example"));
        }
    }

    /** The code blocks in YAML. */
    private static Stream<String> examples() throws IOException {
        return YAML.matcher(Files.readString(DOC))
                .results()
                .map(MatchResult::group)
                .map(block -> block.replaceAll("```(yaml\\n)?", ""));
    }

    @Test
    void its_examples_can_be_read() throws IOException {
        List<String> examples =
                examples().filter(one -> !one.startsWith("profiles:")).toList();
        assertThat(examples).hasSize(14);
        String file = REST
                + examples.get(0)
                + PAYMENT
                + ORDER
                + examples.get(1).indent(2)
                + examples.get(2).indent(2)
                + examples.get(3).indent(2)
                + examples.get(4).indent(2)
                + examples.get(5).indent(2)
                + examples.get(6).indent(2)
                + examples.get(7).indent(2)
                + examples.get(9).indent(2)
                + examples.get(10).indent(2)
                + examples.get(11);

        Target target = TargetFile.of(
                        YamlFile.of("example.yaml", file),
                        Path.of("").toAbsolutePath(),
                        Map.of("DATABASE", "jdbc:x", "WEBHOOK_SECRET", "whsec_c2VjcmV0"))
                .target();

        Map<String, String> secrets = Map.of(
                "CLIENT_SECRET", "a",
                "BOB_PIN", "b",
                "SIGNING_KEY", "c",
                "AWS_ACCESS_KEY_ID", "d",
                "AWS_SECRET_ACCESS_KEY", "e");
        for (String principals : examples.subList(12, 14)) {
            YamlFile each = YamlFile.of("example.yaml", REST + PAYMENT + principals);
            assertThat(TargetFile.of(each, Path.of("").toAbsolutePath(), secrets)
                            .target()
                            .principals())
                    .allSatisfy((name, who) -> assertThat(who.token() == null && who.sign() == null)
                            .isFalse());
        }

        Target.Oracles others = TargetFile.of(
                        YamlFile.of(
                                "example.yaml",
                                REST + PAYMENT + "oracles:\n" + examples.get(8).indent(2)),
                        Path.of("").toAbsolutePath(),
                        Map.of("LOKI_TOKEN", "secret"))
                .target()
                .oracles();

        assertThat(others.log()).isNotNull();
        assertThat(others.metrics()).isNotNull();
        assertThat(others.traces()).isNotNull();
        assertThat(target.counterparts()).containsOnlyKeys("bank", "events", "shop");
        assertThat(target.story()).containsOnlyKeys("request", "booking", "bank", "event");
        assertThat(target.gate().baseline()).isEqualTo("known-breaks.yaml");
        assertThat(target.tenants()).containsOnlyKeys("north", "south");
        assertThat(target.operations())
                .containsOnlyKeys(
                        "payment",
                        "topup",
                        "order",
                        "item",
                        "cancel",
                        "refund",
                        "change",
                        "purchase",
                        "memo",
                        "claim",
                        "settlement",
                        "payout",
                        "settlement-by-broker",
                        "transfer",
                        "export",
                        "charge");
    }

    @Test
    void each_member_is_explained() throws IOException {
        String doc = Files.readString(DOC);

        assertThat(Stream.of(
                                Target.class,
                                Target.Tls.class,
                                Target.Principal.class,
                                Token.class,
                                Token.Grant.class,
                                Token.Login.class,
                                Signing.class,
                                Signing.Hmac.class,
                                Signing.Aws.class,
                                Signing.Message.class,
                                Target.Database.class,
                                Target.Lifecycle.class,
                                Target.Store.class,
                                Target.Counterpart.class,
                                Target.CounterpartKey.class,
                                Target.Subject.class,
                                Target.CounterpartAnswer.class,
                                Target.Place.class,
                                Target.Limits.class,
                                GatePolicy.class,
                                Target.Oracles.class,
                                Telemetry.Log.class,
                                Telemetry.Loki.class,
                                Telemetry.Elasticsearch.class,
                                Telemetry.Metrics.class,
                                Telemetry.PromQl.class,
                                Telemetry.Traces.class,
                                Telemetry.Jaeger.class,
                                Telemetry.Lookup.class,
                                Paging.class,
                                Operation.class,
                                Operation.Template.class,
                                Operation.Partial.class,
                                Operation.Work.class,
                                Operation.Effects.class,
                                Operation.Listing.class,
                                Operation.Ledger.class,
                                Operation.Switch.class,
                                Delivery.class,
                                Delivery.Source.class,
                                Delivery.Broker.class,
                                Delivery.Signature.class,
                                Delivery.State.class,
                                Delivery.Handler.class,
                                Delivery.DeadLetters.class,
                                Delivery.Log.class,
                                InboxTable.class,
                                RecordTable.class)
                        .flatMap(type -> Stream.of(type.getRecordComponents()))
                        .map(TargetFileDocTest::written))
                .allSatisfy(member -> assertThat(doc).containsPattern("`([a-z_]+\\.)*" + member + "[`.]"));
    }

    private static String written(RecordComponent member) {
        JsonProperty named = member.getAccessor().getAnnotation(JsonProperty.class);
        if (named != null && !named.value().isEmpty()) {
            return named.value();
        }
        return member.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
