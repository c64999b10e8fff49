package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.bundled.WarmServer;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A consumer is judged alike however its events are signed and written; each way is one of the target file's. */
@OfTheWholeProof
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventFormsIT {
    private static final Set<String> CLAUSES =
            new LinkedHashSet<>(List.of("EVT-1", "EVT-2", "EVT-3", "EVT-4", "EVT-5", "EVT-10", "EVT-11", "EVT-12"));

    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("event-forms");
    private final BundledServer server = BundledServer.start();
    private final WarmServer warm = server.warm();

    @AfterAll
    void stop() {
        warm.close();
        server.close();
    }

    @Test
    void events_that_are_signed_as_stripe_signs_them_are_judged() throws IOException {
        heldAndBroken("stripe", "playbook", EventFormsIT::signedByStripe);
    }

    @Test
    void events_that_are_signed_as_github_signs_them_are_judged() throws IOException {
        heldAndBroken("github", "playbook", EventFormsIT::signedByGitHub);
    }

    @Test
    void binary_cloudevents_are_judged() throws IOException {
        heldAndBroken("binary", "platform", EventFormsIT::binary);
    }

    /** The clean server holds each clause; one that forgets its inbox and its locks is seen through in this form too. */
    private void heldAndBroken(String name, String system, UnaryOperator<String> form) throws IOException {
        ContractVerdict clean = judge(name, system, form);
        assertThat(verdicts(clean))
                .as(reasons(clean))
                .containsOnly(Verdict.HELD)
                .hasSize(CLAUSES.size());
        assertThat(verdict(judge(name + "-twice", system, form, "--defect", "no-inbox"), "EVT-1"))
                .isEqualTo(Verdict.BROKEN);
        assertThat(verdict(judge(name + "-forged", system, form, "--defect", "unsigned-accepted"), "EVT-11"))
                .isEqualTo(Verdict.BROKEN);
    }

    private ContractVerdict judge(String name, String system, UnaryOperator<String> form, String... arguments)
            throws IOException {
        Path folder = out.resolve(name);
        TargetFile file = server.target(system, form, Arrays.asList(arguments), folder);
        return new Unwritten(warm).judge(file, Choice.of(CLAUSES), folder);
    }

    private static String reasons(ContractVerdict verdict) {
        return verdict.clauses().stream()
                .filter(clause -> !clause.reason().isEmpty())
                .map(clause -> clause.clause().id() + " " + clause.reason())
                .collect(Collectors.joining("\n"));
    }

    private static List<Verdict> verdicts(ContractVerdict verdict) {
        return verdict.clauses().stream()
                .filter(clause -> CLAUSES.contains(clause.clause().id()))
                .map(clause -> clause.verdict())
                .toList();
    }

    private static Verdict verdict(ContractVerdict verdict, String id) {
        return verdict.clauses().stream()
                .filter(clause -> clause.clause().id().equals(id))
                .findFirst()
                .orElseThrow()
                .verdict();
    }

    private static String signedByStripe(String file) {
        return edited(edited(file, "scheme: standard_webhooks", "scheme: stripe"), "standard-webhooks:", "stripe:");
    }

    /** It signs no time, so nothing goes stale. */
    private static String signedByGitHub(String file) {
        return edited(edited(file, "scheme: standard_webhooks", "scheme: github"), "standard-webhooks:", "github:");
    }

    private static String binary(String file) {
        String attributes = """
                        ce-specversion: "1.0"
                        ce-id: "${unique}"
                        ce-source: /shops/1
                        ce-type: order.completed
                """;
        String headers = edited(file, "        Content-Type: application/cloudevents+json\n", attributes);
        String body = headers.replaceFirst("(?s)body:\\s+specversion.*?data: (\\{[^\n]*})\n", "body: $1\n");
        String form = edited(body, "form: cloudevents_structured", "form: cloudevents_binary");
        // Its type is in a header now, and a member marks an earlier event.
        return edited(edited(form, "      earlier: {/type: order.placed}\n", ""), "/data/", "/");
    }

    /** What is to be replaced must be there: else the form would be the one that is shipped. */
    private static String edited(String file, String from, String to) {
        assertThat(file).contains(from);
        return file.replace(from, to);
    }
}
