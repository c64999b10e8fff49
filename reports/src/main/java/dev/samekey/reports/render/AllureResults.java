package dev.samekey.reports.render;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.model.contract.Level;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.StepResult;
import dev.samekey.steps.model.verdict.Verdict;
import io.qameta.allure.AllureResultsWriteException;
import io.qameta.allure.AllureResultsWriter;
import io.qameta.allure.FileSystemResultsWriter;
import io.qameta.allure.model.Attachment;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.Stage;
import io.qameta.allure.model.Status;
import io.qameta.allure.model.StatusDetails;
import io.qameta.allure.model.TestResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Allure results: one for each scenario of each clause. The evidence of what is broken or unclear is attached to its steps; each
 * other result says how to see its evidence. Where the report of an
 * earlier run is beside them, in {@code allure-report}, its history is taken along, and the next report shows the trend.
 */
public final class AllureResults {
    /** As Allure 2.34.0 writes it with {@code --single-file}. */
    private static final Pattern HISTORY = Pattern.compile("d\\('history/([a-z-]+\\.json)','([A-Za-z0-9+/=]*)'\\)");

    private final Path out;
    private final EvidenceFiles files;

    /** @param files what lies in the folder of the reports already */
    AllureResults(Path out, EvidenceFiles files) {
        this.out = out;
        this.files = files;
    }

    /** Allure's categories: one for each verdict that needs attention. */
    private static final String CATEGORIES = """
            [
              {"name": "Broken clauses", "matchedStatuses": ["failed"], "messageRegex": "(?!KNOWN).*"},
              {"name": "Known breaks", "matchedStatuses": ["failed"], "messageRegex": "KNOWN.*"},
              {"name": "Harness errors", "matchedStatuses": ["broken"]},
              {"name": "Not checked: the target lacks a capability", "matchedStatuses": ["skipped"], "messageRegex": "NOT_CHECKED.*"},
              {"name": "Inconclusive: the condition was not reached", "matchedStatuses": ["skipped"], "messageRegex": "INCONCLUSIVE.*"},
              {"name": "Not applicable: the contract does not promise it", "matchedStatuses": ["skipped"], "messageRegex": "NOT_APPLICABLE.*"}
            ]
            """;

    /** @param earlier the folder in which the report of an earlier run may be */
    public void write(ContractVerdict verdict, Path earlier) throws IOException {
        Path folder = folder();
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("categories.json"), CATEGORIES);
        Files.writeString(folder.resolve("executor.json"), executor(verdict));
        takeHistory(earlier.resolve("allure-report"), folder.resolve("history"));
        AllureResultsWriter writer = new FileSystemResultsWriter(folder);
        for (ClauseVerdict clause : verdict.clauses()) {
            for (ScenarioResult scenario : clause.scenarios()) {
                write(writer, result(verdict, clause, scenario));
            }
        }
    }

    private static void write(AllureResultsWriter writer, TestResult result) throws IOException {
        try {
            writer.write(result);
        } catch (AllureResultsWriteException failure) {
            throw new IOException(failure.getCause() == null ? failure : failure.getCause());
        }
    }

    /** By it the trend distinguishes runs. */
    private static String executor(ContractVerdict verdict) {
        Instant start = verdict.run().start().truncatedTo(ChronoUnit.SECONDS);
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", "samekey")
                .put("type", "samekey")
                .put("buildName", start.toString())
                .put("buildOrder", start.getEpochSecond())
                .toString();
    }

    /** A report of one file has the files of its history within its page. */
    private static void takeHistory(Path report, Path to) throws IOException {
        Path from = report.resolve("history");
        Path page = report.resolve("index.html");
        if (!Files.isDirectory(from)) {
            if (Files.isRegularFile(page)) {
                takeHistoryOf(Files.readString(page), to);
            }
            return;
        }
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static void takeHistoryOf(String page, Path to) throws IOException {
        Matcher file = HISTORY.matcher(page);
        while (file.find()) {
            Files.createDirectories(to);
            Files.write(to.resolve(file.group(1)), Base64.getDecoder().decode(file.group(2)));
        }
    }

    private TestResult result(ContractVerdict verdict, ClauseVerdict clause, ScenarioResult scenario)
            throws IOException {
        String id = clause.clause().id();
        String name = id + " " + scenario.name();
        String identity = verdict.run().target() + scenario.feature() + name;
        StatusDetails details = details(verdict.gate().excuse(clause, scenario), scenario);
        TestResult result = new TestResult()
                .setUuid(UUID.randomUUID().toString())
                .setHistoryId(UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8))
                        .toString())
                .setFullName(scenario.feature() + ": " + name)
                .setName(name)
                .setDescription(clause.clause().statement()
                        + files.command(scenario)
                                .map(command -> "\n\nThe evidence: `" + command + "`")
                                .orElse(""))
                .setStage(Stage.FINISHED)
                .setStart(scenario.start().toEpochMilli())
                .setStop(scenario.start().plus(scenario.took()).toEpochMilli())
                .setStatus(
                        Status.valueOf(StepResult.Status.of(scenario.verdict()).name()))
                .setStatusDetails(details)
                .setParameters(Stream.ofNullable(scenario.operation())
                        .map(operation -> new Parameter().setName("operation").setValue(operation))
                        .toList())
                .setLabels(labels(verdict, clause, scenario));
        boolean attached = files.archivedId(scenario).isEmpty();
        List<Evidence> rest = new ArrayList<>(attached ? scenario.evidence() : List.of());
        for (StepResult step : scenario.steps()) {
            result.getSteps().add(step(step, attached ? step.evidence() : List.of()));
            rest.removeAll(step.evidence());
        }
        result.getAttachments().addAll(attachments(rest));
        scenario.lastStep()
                .map(last -> result.getSteps().get(scenario.steps().indexOf(last)))
                .ifPresent(last -> last.setStatusDetails(details));
        return result;
    }

    private io.qameta.allure.model.StepResult step(StepResult step, List<Evidence> evidence) throws IOException {
        return new io.qameta.allure.model.StepResult()
                .setName(step.text())
                .setStage(Stage.FINISHED)
                .setStatus(Status.valueOf(step.status().name()))
                .setStart(step.start().toEpochMilli())
                .setStop(step.start().plus(step.took()).toEpochMilli())
                .setAttachments(attachments(evidence));
    }

    private List<Attachment> attachments(List<Evidence> evidence) throws IOException {
        List<Attachment> attachments = new ArrayList<>();
        for (Evidence piece : evidence) {
            String source = UUID.randomUUID() + "-attachment." + EvidenceFiles.ending(piece);
            attach(out.resolve(files.path(piece)), folder().resolve(source));
            attachments.add(new Attachment()
                    .setName(piece.title())
                    .setType(piece.mediaType())
                    .setSource(source));
        }
        return attachments;
    }

    /** Thousands of files need not be written twice where a file may have two names. */
    private static void attach(Path file, Path name) throws IOException {
        try {
            Files.createLink(name, file);
        } catch (UnsupportedOperationException | FileSystemException unable) {
            Files.copy(file, name);
        }
    }

    private Path folder() {
        return out.resolve("allure-results");
    }

    private StatusDetails details(Optional<String> known, ScenarioResult scenario) {
        String listed = known.map(text -> text.replaceFirst("known", "KNOWN")).orElse("");
        String said = scenario.verdict() == Verdict.BROKEN
                ? scenario.sentence()
                : scenario.verdict() + (scenario.reason().isEmpty() ? "" : ": " + scenario.reason());
        return new StatusDetails()
                .setKnown(known.isPresent())
                .setMessage(listed.isEmpty() ? said : listed + "\n" + said)
                .setTrace(facts(scenario));
    }

    private static List<Label> labels(ContractVerdict verdict, ClauseVerdict clause, ScenarioResult scenario) {
        List<Label> labels = new ArrayList<>();
        labels.add(label("epic", verdict.run().target()));
        labels.add(label("feature", clause.clause().group()));
        labels.add(label("story", Matrix.suite(clause.clause())));
        labels.add(label("parentSuite", clause.clause().group()));
        labels.add(label("suite", Matrix.suite(clause.clause())));
        labels.add(label("tag", clause.clause().id()));
        labels.add(label("tag", clause.clause().level().name()));
        labels.add(label("clause", clause.clause().id()));
        labels.add(label("level", clause.clause().level().name()));
        if (scenario.operation() != null) {
            labels.add(label("operation", scenario.operation()));
        }
        labels.add(label("severity", clause.clause().level() == Level.MUST ? "critical" : "normal"));
        return labels;
    }

    private static Label label(String name, String value) {
        return new Label().setName(name).setValue(value);
    }

    /** Each fact in a line, as the console has it. */
    private String facts(ScenarioResult scenario) {
        return files.facts(scenario).stream().map(String::valueOf).collect(Collectors.joining("\n"));
    }
}
