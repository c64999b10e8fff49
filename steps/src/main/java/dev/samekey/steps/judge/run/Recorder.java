package dev.samekey.steps.judge.run;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Interference;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.StepResult;
import dev.samekey.steps.model.verdict.Verdict;
import io.cucumber.core.gherkin.Pickle;
import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.PickleStepTestStep;
import io.cucumber.plugin.event.Result;
import io.cucumber.plugin.event.Status;
import io.cucumber.plugin.event.TestCase;
import io.cucumber.plugin.event.TestCaseFinished;
import io.cucumber.plugin.event.TestCaseStarted;
import io.cucumber.plugin.event.TestStepFinished;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns what Cucumber tells of each scenario into its result. */
public final class Recorder implements ConcurrentEventListener {
    private static final Pattern CLAUSE = Pattern.compile("@[A-Z]+-\\d+");

    /** That of the contract. */
    static final Comparator<ScenarioResult> ORDER = Comparator.comparing(Recorder::feature)
            .thenComparing(ScenarioResult::feature)
            .thenComparing(ScenarioResult::line);

    private static final int LONGEST_FACT = 4 * 1024;

    private final Secrets secrets;
    private final Interference interference;
    private final Pace pace;
    private final Progress progress;
    private final Map<String, Ended> ended = new ConcurrentHashMap<>();
    private final Map<String, List<StepResult>> steps = new ConcurrentHashMap<>();
    private final Map<Place, Told> results = new LinkedHashMap<>();

    Recorder(Secrets secrets, Interference interference, Pace pace, Progress progress) {
        this.secrets = secrets;
        this.interference = interference;
        this.pace = pace;
        this.progress = progress;
    }

    /** Where a scenario stands in its feature, as it was filled for the target. */
    private record Place(URI feature, int line) {
        static Place of(Pickle scenario) {
            return new Place(scenario.getUri(), scenario.getLocation().getLine());
        }
    }

    private record Ended(
            @Nullable String operation,
            int checks,
            Journal journal,
            @Nullable Effects effects) {
        List<Evidence> evidence() {
            return journal.entries();
        }
    }

    /** A result that may turn where effects were counted for it: more of them may come. */
    private record Told(ScenarioResult result, Ended end) {
        boolean mayTurn() {
            return result.verdict() == Verdict.HELD
                    && end.effects() != null
                    && end.effects().counted();
        }
    }

    /** Takes what a scenario leaves behind, before its objects are gone. */
    public void end(String scenario, World world, Checks checks, Journal journal, Effects effects) {
        ended.put(scenario, new Ended(world.operation(), checks.made(), journal, effects));
    }

    /** Whether a result may turn at the end of the run. */
    boolean mayTurn() {
        synchronized (results) {
            return results.values().stream().anyMatch(Told::mayTurn);
        }
    }

    /** Counts the effects of each scenario that held once more; more of them than before break its clause after all. */
    void lookAgain() {
        synchronized (results) {
            results.replaceAll((place, told) -> told.mayTurn() ? again(told) : told);
        }
    }

    private Told again(Told told) {
        Instant start = Instant.now();
        int before = told.end().evidence().size();
        try {
            Objects.requireNonNull(told.end().effects()).checkAgain();
            return told;
        } catch (Judgement late) {
            List<Evidence> seen = told.end().evidence();
            StepResult last = new StepResult(
                    "Then the effects are the same at the end of the run",
                    StepResult.Status.of(late.verdict()),
                    start,
                    Duration.between(start, Instant.now()),
                    seen.subList(before, seen.size()));
            return new Told(
                    told.result().turned(late.verdict(), secrets.redact(late.reason()), redacted(late.facts()), last),
                    told.end());
        }
    }

    /** Whether nothing could be said of a scenario that has run. */
    boolean isUnclear(Pickle scenario) {
        synchronized (results) {
            Told told = results.get(Place.of(scenario));
            return told != null && told.result().verdict() == Verdict.INCONCLUSIVE;
        }
    }

    /** In the order of the contract, whatever ran first. */
    List<ScenarioResult> results() {
        synchronized (results) {
            return results.values().stream().map(Told::result).sorted(ORDER).toList();
        }
    }

    /** Those that are not shipped come last. */
    private static int feature(ScenarioResult result) {
        int shipped = Features.SHIPPED.indexOf(result.feature().replace(".feature", ""));
        return shipped < 0 ? Features.SHIPPED.size() : shipped;
    }

    @Override
    public void setEventPublisher(EventPublisher publisher) {
        publisher.registerHandlerFor(TestCaseStarted.class, event -> caseStarted(event.getTestCase()));
        publisher.registerHandlerFor(TestStepFinished.class, this::stepFinished);
        publisher.registerHandlerFor(TestCaseFinished.class, this::caseFinished);
    }

    private void caseStarted(TestCase scenario) {
        synchronized (results) {
            progress.started(scenario.getName(), clauses(scenario));
        }
    }

    private static List<String> clauses(TestCase scenario) {
        return scenario.getTags().stream()
                .filter(tag -> CLAUSE.matcher(tag).matches())
                .map(tag -> tag.substring(1))
                .toList();
    }

    private void stepFinished(TestStepFinished event) {
        if (event.getTestStep() instanceof PickleStepTestStep step) {
            String text =
                    step.getStep().getKeyword().strip() + " " + step.getStep().getText();
            String id = event.getTestCase().getId().toString();
            steps.computeIfAbsent(id, unused -> new ArrayList<>())
                    .add(new StepResult(
                            text,
                            status(event.getResult().getStatus()),
                            event.getInstant().minus(event.getResult().getDuration()),
                            event.getResult().getDuration(),
                            List.of()));
        }
    }

    private static StepResult.Status status(Status status) {
        return switch (status) {
            case PASSED -> StepResult.Status.PASSED;
            case SKIPPED -> StepResult.Status.SKIPPED;
            default -> StepResult.Status.FAILED;
        };
    }

    /** The steps of a scenario with what it left behind; its verdict says why one of them failed. */
    private static List<StepResult> ended(List<StepResult> steps, Journal journal, Verdict verdict) {
        List<StepResult> ended = new ArrayList<>();
        for (StepResult step : steps) {
            StepResult.Status status =
                    step.status() == StepResult.Status.FAILED ? StepResult.Status.of(verdict) : step.status();
            ended.add(step.with(status, journal.ofStep(ended.size())));
        }
        return ended;
    }

    private void caseFinished(TestCaseFinished event) {
        TestCase scenario = event.getTestCase();
        String id = scenario.getId().toString();
        Ended end = ended.getOrDefault(id, new Ended(null, 0, new Journal(secrets), null));
        Place place = new Place(scenario.getUri(), scenario.getLocation().getLine());
        Outcome outcome = undisturbed(outcome(event.getResult(), end), end);
        ScenarioResult result = new ScenarioResult(
                scenario.getName(),
                Path.of(scenario.getUri().getSchemeSpecificPart()).getFileName().toString(),
                scenario.getLocation().getLine(),
                clauses(scenario),
                end.operation(),
                outcome.verdict(),
                secrets.redact(outcome.reason()),
                redacted(outcome.facts()),
                ended(steps.getOrDefault(id, List.of()), end.journal(), outcome.verdict()),
                Stream.concat(before(place), end.evidence().stream()).toList(),
                event.getInstant().minus(event.getResult().getDuration()),
                event.getResult().getDuration());
        synchronized (results) {
            results.put(place, new Told(result, end));
            progress.finished(result);
        }
    }

    /** That it ran before, and why it runs again. */
    private Stream<Evidence> before(Place place) {
        synchronized (results) {
            Told told = results.get(place);
            return told == null
                    ? Stream.empty()
                    : Stream.of(Evidence.text(
                            "note",
                            "the second run",
                            "The first run was inconclusive: " + told.result().reason()));
        }
    }

    private List<Fact> redacted(List<Fact> facts) {
        return facts.stream()
                .map(fact -> new Fact(fact.name(), shortened(secrets.redact(fact.value()))))
                .toList();
    }

    /** The whole of it is in the evidence. */
    private static String shortened(String text) {
        return text.length() <= LONGEST_FACT ? text : text.substring(0, LONGEST_FACT) + " …";
    }

    /**
     * What something else answered in the target's place breaks no clause, and the target is left in peace for a while. Who
     * ends a run may have ended the target with it.
     */
    private Outcome undisturbed(Outcome outcome, Ended end) {
        if (pace.ended()) {
            return new Outcome(Verdict.NOT_CHECKED, "the run was ended before this was judged", List.of());
        }
        boolean raced = end.evidence().stream().anyMatch(seen -> seen.kind().equals("race"));
        boolean open = outcome.verdict() == Verdict.BROKEN || outcome.verdict() == Verdict.INCONCLUSIVE;
        // Those whom a limit kept out did not race.
        if (!open && !(raced && outcome.verdict() == Verdict.HELD)) {
            return outcome;
        }
        List<Answer> suspects = end.journal().suspects();
        return interference
                .in(suspects)
                .map(what -> what
                        + interference
                                .pause(suspects)
                                .map(pause -> "; " + pace.slowDown(pause))
                                .orElse(""))
                .map(what -> new Outcome(
                        Verdict.INCONCLUSIVE, what + (open ? " (" + outcome.reason() + ")" : ""), outcome.facts()))
                .orElse(outcome);
    }

    private record Outcome(Verdict verdict, String reason, List<Fact> facts) {}

    private static Outcome outcome(Result result, Ended end) {
        Throwable error = root(result.getError());
        if (error instanceof Judgement judgement) {
            return new Outcome(judgement.verdict(), judgement.reason(), judgement.facts());
        }
        if (!result.getStatus().is(Status.PASSED)) {
            return new Outcome(
                    Verdict.HARNESS_ERROR,
                    error == null ? "the scenario is " + result.getStatus() : error.toString(),
                    error == null ? List.of() : List.of(new Fact("at", at(error))));
        }
        return end.checks() == 0
                ? new Outcome(Verdict.HARNESS_ERROR, "the scenario checked nothing", List.of())
                : new Outcome(Verdict.HELD, "", List.of());
    }

    /** Cucumber wraps what a parameter type throws. */
    private static @Nullable Throwable root(@Nullable Throwable error) {
        Throwable root = error;
        while (root != null && root.getCause() != null && !(root instanceof Judgement)) {
            root = root.getCause();
        }
        return root;
    }

    /** The first place of our own in a stack trace. */
    private static String at(Throwable error) {
        for (StackTraceElement element : error.getStackTrace()) {
            if (element.getClassName().startsWith("dev.samekey.")) {
                return element.toString();
            }
        }
        return "outside the harness";
    }
}
