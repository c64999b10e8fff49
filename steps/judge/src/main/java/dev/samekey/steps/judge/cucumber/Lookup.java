package dev.samekey.steps.judge.cucumber;

import io.cucumber.messages.types.Envelope;
import io.cucumber.messages.types.JavaMethod;
import io.cucumber.messages.types.StepDefinition;
import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.PickleStepTestStep;
import io.cucumber.plugin.event.Status;
import io.cucumber.plugin.event.TestCase;
import io.cucumber.plugin.event.TestStepFinished;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the steps of scenarios mean.
 *
 * @param definitions by their phrase, all of the step definitions
 * @param steps by the id of its scenario, each step with its definition
 */
public record Lookup(Map<String, Method> definitions, Map<String, List<Found>> steps) {
    /** The type of an argument that names an operation. */
    public static final String OPERATION = "operation";

    /**
     * A step and its definition.
     *
     * @param status {@code PASSED}, or why it has not one definition
     * @param phrase of its definition; null where it has not one
     */
    public record Found(
            Scenario.Step step,
            String status,
            @Nullable String phrase,
            @Nullable Method definition,
            List<Argument> arguments) {}

    /** @param type the name of a parameter type, such as {@code int} */
    public record Argument(String type, String value) {}

    /** The steps of a scenario. */
    public List<Found> of(Scenario scenario) {
        return steps.getOrDefault(scenario.id(), List.of());
    }

    /** Listens to Cucumber while it only looks every step up. */
    static final class Collector implements ConcurrentEventListener {
        private final Function<TestCase, Scenario> scenarios;
        private final Map<String, Method> definitions = new LinkedHashMap<>();
        private final Map<String, List<Found>> steps = new HashMap<>();

        Collector(Function<TestCase, Scenario> scenarios) {
            this.scenarios = scenarios;
        }

        Lookup lookup() {
            return new Lookup(definitions, steps);
        }

        @Override
        public void setEventPublisher(EventPublisher publisher) {
            publisher.registerHandlerFor(
                    Envelope.class, envelope -> envelope.getStepDefinition().ifPresent(this::defined));
            publisher.registerHandlerFor(TestStepFinished.class, this::finished);
        }

        private void defined(StepDefinition definition) {
            definition
                    .getSourceReference()
                    .getJavaMethod()
                    .ifPresent(method -> definitions.put(definition.getPattern().getSource(), method(method)));
        }

        private void finished(TestStepFinished event) {
            if (event.getTestStep() instanceof PickleStepTestStep step) {
                Scenario scenario = scenarios.apply(event.getTestCase());
                boolean found = event.getResult().getStatus().is(Status.PASSED);
                List<Found> before = steps.computeIfAbsent(scenario.id(), unused -> new ArrayList<>());
                before.add(new Found(
                        scenario.steps().get(before.size()),
                        event.getResult().getStatus().name(),
                        found ? step.getPattern() : null,
                        found ? definitions.get(step.getPattern()) : null,
                        step.getDefinitionArgument().stream()
                                .map(argument -> new Argument(
                                        argument.getParameterTypeName(), String.valueOf(argument.getValue())))
                                .toList()));
            }
        }

        private static Method method(JavaMethod named) {
            try {
                Class<?> type = Class.forName(
                        named.getClassName(), false, Thread.currentThread().getContextClassLoader());
                return Stream.of(type.getDeclaredMethods())
                        .filter(method -> method.getName().equals(named.getMethodName()))
                        .filter(method -> parameters(method).equals(named.getMethodParameterTypes()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("there is no method " + named));
            } catch (ClassNotFoundException missing) {
                throw new IllegalStateException("there is no class " + named.getClassName(), missing);
            }
        }

        private static List<String> parameters(Method method) {
            return Stream.of(method.getParameterTypes()).map(Class::getName).toList();
        }
    }
}
