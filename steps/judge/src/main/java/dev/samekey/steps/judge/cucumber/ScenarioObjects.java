package dev.samekey.steps.judge.cucumber;

import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.CurrentScenario;
import dev.samekey.steps.judge.world.PerScenario;
import io.cucumber.core.backend.ObjectFactory;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.picocontainer.DefaultPicoContainer;
import org.picocontainer.MutablePicoContainer;
import org.picocontainer.PicoContainer;
import org.picocontainer.behaviors.Caching;
import org.picocontainer.injectors.ConstructorInjection;
import org.picocontainer.injectors.FactoryInjector;

/**
 * Makes the objects of each scenario anew, from the classes that hold its state and the step definitions. What lasts for
 * the whole run is given by its owner and handed to their constructors, so that nothing has to be static. What it gives may be
 * {@link PerScenario}, which makes something of each scenario's own.
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
        // Objects get what they need by their constructors alone: to look for annotations costs more than to make them.
        scenario = new DefaultPicoContainer(new Caching().wrap(new ConstructorInjection()));
        for (Object one : lasting) {
            if (one instanceof PerScenario<?> made) {
                scenario.addAdapter(adapter(made));
            } else {
                scenario.addComponent(one);
            }
        }
        classes.forEach(scenario::addComponent);
        scenario.start();
    }

    private static <T> FactoryInjector<T> adapter(PerScenario<T> made) {
        return new FactoryInjector<>(made.type()) {
            @Override
            public T getComponentInstance(PicoContainer container, Type into) {
                return made.of(container.getComponent(CurrentScenario.class));
            }
        };
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
