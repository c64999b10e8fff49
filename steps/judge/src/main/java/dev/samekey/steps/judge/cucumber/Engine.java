package dev.samekey.steps.judge.cucumber;

import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.CurrentScenario;
import io.cucumber.core.feature.GluePath;
import io.cucumber.core.options.RuntimeOptionsBuilder;
import io.cucumber.core.runtime.Runtime;
import io.cucumber.plugin.Plugin;
import io.cucumber.plugin.event.TestCase;
import java.net.URI;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Runs scenarios of features by the step definitions of some packages. */
public final class Engine {
    private final List<Feature> features;
    private final List<String> packages;
    private final Map<Place, Scenario> scenarios = new HashMap<>();

    /** @param packages those of the step definitions */
    public Engine(List<Feature> features, List<String> packages) {
        this.features = List.copyOf(features);
        this.packages = List.copyOf(packages);
        features.stream()
                .flatMap(feature -> feature.scenarios().stream())
                .forEach(scenario -> scenarios.put(new Place(scenario.feature(), scenario.position()), scenario));
    }

    /** Cucumber's events name a scenario by its place in the filled text. */
    private record Place(URI feature, int position) {}

    /**
     * Runs scenarios.
     *
     * @param chosen some of the features' scenarios, in the order in which they begin
     * @param atOnce how many of them run side by side
     * @param lasting what the objects of all scenarios are given
     * @param perScenario the classes of what each scenario has for itself, besides its phase and the step definitions
     */
    public void run(
            List<Scenario> chosen,
            int atOnce,
            List<Object> lasting,
            List<Class<?>> perScenario,
            ScenarioListener listener) {
        // Cucumber asks more than once on each of its threads; backend and runner of a thread must share one.
        ThreadLocal<ScenarioObjects> objects = ThreadLocal.withInitial(() -> new ScenarioObjects(lasting, perScenario));
        Supplier<CurrentPhase> phase = () -> objects.get().getInstance(CurrentPhase.class);
        Supplier<CurrentScenario> current = () -> objects.get().getInstance(CurrentScenario.class);
        Events events = new Events(this::scenario, phase, current, listener);
        run(chosen, options().setThreads(atOnce), objects::get, events);
        events.mustHaveHadMemory();
    }

    /** Finds the step definition of each step; nothing runs. */
    public Lookup lookUp(List<Scenario> chosen) {
        ScenarioObjects none = new ScenarioObjects(List.of(), List.of());
        Lookup.Collector found = new Lookup.Collector(this::scenario);
        run(chosen, options().setDryRun(true), () -> none, found);
        return found.lookup();
    }

    private void run(
            List<Scenario> chosen, RuntimeOptionsBuilder options, Supplier<ScenarioObjects> objects, Plugin plugin) {
        Map<String, Integer> places = new HashMap<>();
        chosen.forEach(scenario -> places.put(scenario.id(), places.size()));
        options.setPickleOrder(all -> all.stream()
                .filter(pickle -> places.containsKey(pickle.getId()))
                .sorted(Comparator.comparing(pickle -> places.get(pickle.getId())))
                .toList());
        Runtime.builder()
                .withRuntimeOptions(options.build())
                .withObjectFactorySupplier(objects::get)
                .withFeatureSupplier(
                        () -> features.stream().map(Feature::parsed).toList())
                .withAdditionalPlugins(plugin)
                .build()
                .run();
    }

    private RuntimeOptionsBuilder options() {
        RuntimeOptionsBuilder options = new RuntimeOptionsBuilder().setMonochrome();
        packages.forEach(name -> options.addGlue(GluePath.parse(name)));
        return options;
    }

    private Scenario scenario(TestCase testCase) {
        Place place = new Place(testCase.getUri(), testCase.getLocation().getLine());
        return Objects.requireNonNull(scenarios.get(place), place::toString);
    }
}
