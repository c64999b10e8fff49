package dev.samekey.reports.render;

import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Gate;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** JUnit XML: one test case for each scenario of each clause. What was not judged is skipped, with its reason. */
public final class JUnitXml {
    private static final String WHOLE = "the whole run";

    public void write(ContractVerdict verdict, EvidenceFiles evidence, Path file) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file)) {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(writer);
            xml.writeStartDocument("UTF-8", "1.0");
            List<Suite> suites = verdict.clauses().stream()
                    .map(clause -> Suite.of(clause, verdict.gate()))
                    .toList();
            GateSuite gate = GateSuite.of(verdict);
            xml.writeStartElement("testsuites");
            xml.writeAttribute("name", verdict.run().target());
            suites.stream()
                    .map(Suite::totals)
                    .reduce(gate.totals(), Totals::plus)
                    .write(xml);
            xml.writeAttribute("time", seconds(verdict.run().took()));
            for (Suite suite : suites) {
                suite.write(xml, evidence);
            }
            gate.write(xml);
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException failure) {
            throw new IOException(failure);
        }
    }

    private record Totals(long tests, long failures, long errors, long skipped) {
        private Totals plus(Totals other) {
            return new Totals(
                    tests + other.tests, failures + other.failures, errors + other.errors, skipped + other.skipped);
        }

        private void write(XMLStreamWriter xml) throws XMLStreamException {
            xml.writeAttribute("tests", String.valueOf(tests));
            xml.writeAttribute("failures", String.valueOf(failures));
            xml.writeAttribute("errors", String.valueOf(errors));
            xml.writeAttribute("skipped", String.valueOf(skipped));
        }
    }

    private record Suite(ClauseVerdict clause, List<Case> cases) {
        private static Suite of(ClauseVerdict clause, Gate gate) {
            return new Suite(
                    clause,
                    clause.scenarios().stream()
                            .map(scenario -> new Case(scenario, gate.excuse(clause, scenario)))
                            .toList());
        }

        private Totals totals() {
            return new Totals(cases.size(), count("failure"), count("error"), count("skipped"));
        }

        private long count(String element) {
            return cases.stream().filter(one -> one.element().equals(element)).count();
        }

        private void write(XMLStreamWriter xml, EvidenceFiles evidence) throws XMLStreamException {
            xml.writeStartElement("testsuite");
            xml.writeAttribute(
                    "name", clause.clause().id() + " " + clause.clause().title());
            totals().write(xml);
            xml.writeAttribute(
                    "time",
                    seconds(cases.stream().map(one -> one.scenario().took()).reduce(Duration.ZERO, Duration::plus)));
            for (Case one : cases) {
                testCase(xml, clause, one, evidence);
            }
            xml.writeEndElement();
        }
    }

    /** What stops the pipeline or leaves it open and is no failure of a scenario, and why nothing was judged. */
    private record GateSuite(List<Gate.Finding> findings, Optional<String> error) {
        private static GateSuite of(ContractVerdict verdict) {
            return new GateSuite(
                    verdict.gate().findings().stream()
                            .filter(finding -> !finding.isBreak())
                            .toList(),
                    verdict.whyNothingWasJudged());
        }

        private Totals totals() {
            long open = findings.stream().filter(Gate.Finding::isOpen).count();
            long errors = open + error.stream().count();
            long failures = findings.size() - open;
            return new Totals(failures + errors, failures, errors, 0);
        }

        private void write(XMLStreamWriter xml) throws XMLStreamException {
            if (findings.isEmpty() && error.isEmpty()) {
                return;
            }
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "gate");
            totals().write(xml);
            for (Gate.Finding finding : findings) {
                gate(
                        xml,
                        finding.clause().isEmpty() ? WHOLE : finding.clause(),
                        finding.isOpen() ? "error" : "failure",
                        finding.text());
            }
            if (error.isPresent()) {
                gate(xml, WHOLE, "error", error.get());
            }
            xml.writeEndElement();
        }
    }

    private static String seconds(Duration took) {
        return String.format(Locale.ROOT, "%.3f", took.toMillis() / 1000.0);
    }

    private static void gate(XMLStreamWriter xml, String name, String element, String message)
            throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "gate");
        xml.writeAttribute("name", name);
        xml.writeStartElement(element);
        xml.writeAttribute("message", legal(message));
        xml.writeEndElement();
        xml.writeEndElement();
    }

    /** A known break and what follows from it are no failures here: they would stop the pipelines that go by this file. */
    private record Case(ScenarioResult scenario, Optional<String> known) {
        String element() {
            return switch (scenario.verdict()) {
                case HELD -> "";
                case BROKEN -> known.isPresent() ? "skipped" : "failure";
                case HARNESS_ERROR -> "error";
                default -> "skipped";
            };
        }

        String message() {
            return element().equals("failure")
                    ? scenario.sentence()
                    : known.map(excuse -> excuse + "; ").orElse("") + scenario.verdict() + ": " + scenario.sentence();
        }
    }

    private static void testCase(XMLStreamWriter xml, ClauseVerdict clause, Case one, EvidenceFiles evidence)
            throws XMLStreamException {
        ScenarioResult scenario = one.scenario();
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clause.clause().id());
        xml.writeAttribute("name", scenario.name());
        xml.writeAttribute("file", scenario.feature());
        xml.writeAttribute("time", seconds(scenario.took()));
        String element = one.element();
        if (!element.isEmpty()) {
            xml.writeStartElement(element);
            xml.writeAttribute("message", legal(one.message()));
            if (!element.equals("skipped")) {
                xml.writeAttribute("type", scenario.verdict().name());
                xml.writeCharacters(legal(
                        evidence.facts(scenario).stream().map(String::valueOf).collect(Collectors.joining("\n"))));
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    /** A response may have characters that XML 1.0 does not allow (section 2.2). */
    private static String legal(String text) {
        return text.codePoints()
                .map(c -> isLegal(c) ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isLegal(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c < 0xD800)
                || (c > 0xDFFF && c < 0xFFFE)
                || c > 0xFFFF;
    }
}
