package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.FeatureText;
import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.definitions.Vocabulary;
import dev.samekey.steps.judge.world.Phase;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.targets.Target;
import io.cucumber.java.ParameterType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is wrong with features of the user's: it is said with its place before anything is sent. */
final class FeatureCheck {
    private FeatureCheck() {}

    /** @throws BadFile when there is no scenario, or one has no Then or not the tag of one clause that scenarios judge */
    static void tags(Features features) {
        Catalogue catalogue = Catalogue.shipped();
        Set<String> aboutClients = Coverage.clientClauses();
        List<Scenario> all = features.scenarios().toList();
        if (all.isEmpty()) {
            throw new BadFile(String.valueOf(features.folder()), 0, "no feature in it has a scenario");
        }
        for (Scenario scenario : all) {
            String id = clause(scenario, catalogue);
            if (catalogue.find(id).filter(Clause::isDerived).isPresent()) {
                throw wrong(
                        scenario, "has the tag of " + id + ", which is derived from the verdicts on the other clauses");
            }
            if (aboutClients.contains(id)) {
                throw wrong(scenario, "has the tag of " + id + ", which is about clients: «samekey client» judges it");
            }
            if (scenario.steps().stream().noneMatch(step -> step.phase() == Phase.THEN)) {
                throw wrong(scenario, "has no Then, so it would judge nothing: say what is expected");
            }
        }
    }

    /**
     * The clause that a scenario judges.
     *
     * @throws BadFile when it has not the tag of one clause of the catalogue
     */
    static String clause(Scenario scenario, Catalogue catalogue) {
        Set<String> known = catalogue.all().stream().map(Clause::id).collect(Collectors.toSet());
        List<String> ids = scenario.clauses();
        for (String id : ids) {
            if (!known.contains(id)) {
                throw wrong(
                        scenario, "has the tag @" + id + ", and there is no such clause" + Nearest.offer(id, known));
            }
        }
        if (ids.size() != 1) {
            throw wrong(
                    scenario,
                    "should have the tag of one clause, and has "
                            + (ids.isEmpty() ? "none" + meant(scenario, known) : String.join(", ", ids))
                            + ". «samekey verify --list» lists the clauses");
        }
        return ids.get(0);
    }

    private static String meant(Scenario scenario, Set<String> known) {
        return scenario.tags().stream()
                .map(tag -> Nearest.offer(tag.substring(1), known))
                .filter(offer -> !offer.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static BadFile wrong(Scenario scenario, String what) {
        return new BadFile(
                FeatureText.name(scenario.feature()), scenario.outline(), "«" + scenario.name() + "» " + what);
    }

    /** @throws BadFile when a step has not one definition, or a word of it means nothing for the target */
    static void steps(List<Scenario> scenarios, Lookup lookup, Target target) {
        Vocabulary vocabulary = new Vocabulary(target);
        for (Scenario scenario : scenarios) {
            for (Lookup.Found step : lookup.of(scenario)) {
                Optional<String> fault = step.phrase() == null
                        ? Optional.of(undefined(step, target))
                        : step.arguments().stream()
                                .flatMap(argument -> unknown(argument, vocabulary).stream())
                                .findFirst();
                fault.ifPresent(what -> {
                    throw new BadFile(
                            FeatureText.name(scenario.feature()), step.step().line(), "«" + step.step() + "»: " + what);
                });
            }
        }
    }

    private static String undefined(Lookup.Found step, Target target) {
        Set<String> shipped = Features.shipped().filled(new Outlines(target)).stream()
                .flatMap(feature -> feature.scenarios().stream())
                .flatMap(scenario -> scenario.steps().stream())
                .map(Scenario.Step::text)
                .collect(Collectors.toSet());
        if (!step.status().equals("UNDEFINED")) {
            return "the step has not one meaning (" + step.status() + ")";
        }
        String nearest = Nearest.offer(step.step().text(), shipped);
        return "there is no such step" + (nearest.isEmpty() ? "." : nearest)
                + " The steps are those of the shipped features, which «samekey design» fills for a target";
    }

    /** What the definition of the step would say when it runs. That the target lacks something is no fault. */
    private static Optional<String> unknown(Lookup.Argument argument, Vocabulary vocabulary) {
        Optional<Method> parser = Stream.of(Vocabulary.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(ParameterType.class))
                .filter(method -> method.getName().equals(argument.type()))
                .findFirst();
        if (parser.isEmpty()) {
            return Optional.empty();
        }
        try {
            parser.get().invoke(vocabulary, argument.value());
            return Optional.empty();
        } catch (InvocationTargetException failure) {
            return Optional.ofNullable(failure.getCause())
                    .filter(IllegalArgumentException.class::isInstance)
                    .map(cause -> String.valueOf(cause.getMessage()));
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("the parsers of words are public", impossible);
        }
    }
}
