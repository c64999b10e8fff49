package dev.samekey.steps.judge.run;

import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.fault.FaultProxy;
import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Race;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Crash;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.act.Variations;
import dev.samekey.steps.judge.world.Access;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Heats;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.ScenarioEnd;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.openapi.Description;
import dev.samekey.steps.model.targets.TargetFile;
import io.cucumber.core.backend.ObjectFactory;
import io.cucumber.core.gherkin.Feature;
import io.cucumber.core.gherkin.Pickle;
import io.cucumber.core.options.RuntimeOptionsBuilder;
import io.cucumber.core.runtime.Runtime;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs scenarios against a target that is there: beside others, at a crash that they share, or alone. */
final class ScenarioRunner {
    /** What a scenario has for itself, besides the step definitions. */
    static final List<Class<?>> PER_SCENARIO = List.of(
            Journal.class,
            Checks.class,
            Keys.class,
            Calls.class,
            World.class,
            Heats.class,
            InFlight.class,
            UnderWay.class,
            Effects.class,
            Variations.class,
            Sandbox.class,
            TargetTime.class);

    private static final URI GLUE = URI.create("classpath:/dev/samekey/steps/judge/definitions");

    private final TargetFile file;
    private final List<Extension> extensions;
    private final List<Feature> features;
    private final Pace pace;
    private final Recorder recorder;
    private final Lasting lasting;

    /** @param features those that the scenarios are of */
    ScenarioRunner(
            TargetFile file,
            List<Extension> extensions,
            List<Feature> features,
            Pace pace,
            Recorder recorder,
            Lasting lasting) {
        this.file = file;
        this.extensions = extensions;
        this.features = features;
        this.pace = pace;
        this.recorder = recorder;
        this.lasting = lasting;
    }

    /** What scenarios are given that outlives them. */
    record Lasting(Access access, FaultProxy proxy) {
        Capabilities capabilities() {
            return access.capabilities();
        }
    }

    /** @param atOnce how many of those run side by side that bear company */
    void run(List<Pickle> scenarios, int atOnce) {
        Sharing sharing = new Sharing(scenarios);
        run(sharing.withCompany(), atOnce, new Crash(null, 0));
        for (List<Pickle> batch : sharing.crashes()) {
            // What is judged no more needs no crash.
            run(
                    batch,
                    batch.size(),
                    new Crash(pace.ended() ? null : lasting.capabilities().target(), batch.size()));
        }
        run(sharing.alone(), 1, new Crash(null, 0));
    }

    private void run(List<Pickle> scenarios, int atOnce, Crash crash) {
        if (scenarios.isEmpty()) {
            return;
        }
        Set<String> chosen = scenarios.stream().map(Pickle::getId).collect(Collectors.toSet());
        runtime(objects(crash), chosen, Math.max(1, atOnce)).run();
        // What a scenario left behind that ended early.
        try {
            lasting.capabilities().mend();
        } catch (CannotRun failure) {
            // Who ended the run may have ended the target with it; what was seen before is worth a report.
            if (!pace.ended()) {
                throw failure;
            }
        }
    }

    private Runtime runtime(List<Object> shared, Set<String> chosen, int threads) {
        // Cucumber asks more than once on each of its threads; backend and runner of a thread must share one.
        ThreadLocal<ObjectFactory> objects = ThreadLocal.withInitial(() -> new ScenarioObjects(shared, PER_SCENARIO));
        var options = new RuntimeOptionsBuilder().addGlue(GLUE);
        extensions.forEach(extension -> options.addGlue(extension.gluePath()));
        options.setPickleOrder(all -> all.stream()
                        .filter(pickle -> chosen.contains(pickle.getId()))
                        .toList())
                .setThreads(threads)
                .setMonochrome();
        return Runtime.builder()
                .withRuntimeOptions(options.build())
                .withObjectFactorySupplier(objects::get)
                .withFeatureSupplier(() -> features)
                .withAdditionalPlugins(recorder)
                .build();
    }

    private List<Object> objects(Crash crash) {
        Wire wire = lasting.access().wire();
        Capabilities capabilities = lasting.capabilities();
        Duration limit = file.target().limits().answerLimit();
        ScenarioEnd end = recorder::end;
        return List.of(
                file.target(),
                file.contract(),
                file.secrets(),
                new Description(file.target().openapi(), file.folder(), file.network()),
                lasting.access(),
                wire,
                new Race(limit, wire),
                lasting.proxy(),
                new Producer(capabilities.time()),
                capabilities,
                lasting.access().created(),
                crash,
                end);
    }
}
