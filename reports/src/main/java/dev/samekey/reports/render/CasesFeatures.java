package dev.samekey.reports.render;

import dev.samekey.steps.author.design.TestCase;
import dev.samekey.steps.author.design.TestDesign;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code features/*.feature}, for {@code samekey verify --features}: the cases that Samekey executes, one scenario for each. */
final class CasesFeatures {
    /** A tag is a word, so the id of a case can be one; the prefix keeps it apart from the tag of the clause. */
    private static final String CASE = "@case:";

    /** The texts by the names of their files, one for each group of clauses. */
    Map<String, String> of(TestDesign design) {
        Map<String, List<TestCase>> sections = design.cases().stream()
                .filter(TestCase::isExecutable)
                .collect(Collectors.groupingBy(TestCase::section, LinkedHashMap::new, Collectors.toList()));
        Map<String, String> texts = new LinkedHashMap<>();
        sections.forEach(
                (section, cases) -> texts.put("features/" + section + ".feature", text(section, cases, design)));
        return texts;
    }

    private static String text(String section, List<TestCase> cases, TestDesign design) {
        return """
                # Written by «samekey design». You may edit this file and add others beside it: the next design keeps them.
                # «samekey verify --features» with the folder of this file runs what is in it, in place of the shipped scenarios.
                Feature: %s: the cases for %s
                  They are filled for its target file, by the contract «%s».
                """.formatted(section, oneLine(design.target()), oneLine(design.contract()))
                + cases.stream().map(CasesFeatures::scenario).collect(Collectors.joining());
    }

    private static String scenario(TestCase one) {
        TestCase.Gherkin gherkin = Objects.requireNonNull(one.gherkin(), one.id());
        return """

                  # %s, priority %s
                  %s
                  Scenario: %s
                %s
                """.formatted(
                        one.level(),
                        one.priority(),
                        Stream.concat(gherkin.tags().stream(), Stream.of(CASE + one.id()))
                                .collect(Collectors.joining(" ")),
                        one.title(),
                        gherkin.steps().stream().map(step -> "    " + step).collect(Collectors.joining("\n")));
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
