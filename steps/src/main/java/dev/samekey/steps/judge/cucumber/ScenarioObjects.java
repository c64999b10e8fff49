package dev.samekey.steps.judge.cucumber;

import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.CurrentScenario;
import io.cucumber.core.backend.ObjectFactory;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.picocontainer.DefaultPicoContainer;
import org.picocontainer.MutablePicoContainer;
import org.picocontainer.behaviors.Caching;

/**
 * Makes the objects of each scenario anew, from the classes that hold its state and the step definitions. What lasts for
 * the whole run is given by its owner and handed to their constructors, so that nothing has to be static.
 */
final class ScenarioObjects implements ObjectFactory {
    private final List<Object> lasting;
    private final Set<Class<?>> classes = new LinkedHashSet<>();
    private MutablePicoContainer scenario = new DefaultPicoContainer();

    ScenarioObjects(List<Object> lasting, List<Class<?>> perScenario) {
        this.lasting = lasting;
        classes.add(CurrentPhase.class);
        classes.add(CurrentScenario.class);
        classes.addAll(perScenario);
    }

    @Override
    public void start() {
        scenario = new DefaultPicoContainer(new Caching());
        lasting.forEach(scenario::addComponent);
        classes.forEach(scenario::addComponent);
        scenario.start();
    }

    @Override
    public void stop() {
        scenario.stop();
        scenario.dispose();
    }

    @Override
    public boolean addClass(Class<?> type) {
        classes.add(type);
        return true;
    }

    @Override
    public <T> T getInstance(Class<T> type) {
        return scenario.getComponent(type);
    }
}
