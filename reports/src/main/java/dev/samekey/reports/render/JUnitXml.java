package dev.samekey.reports.render;

import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.verdict.ScenarioResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** JUnit XML: one test case for each scenario of each clause. What was not judged is skipped, with its reason. */
public final class JUnitXml {
    public void write(ContractVerdict verdict, Path file) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file)) {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(writer);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuites");
            xml.writeAttribute("name", verdict.run().target());
            for (ClauseVerdict clause : verdict.clauses()) {
                suite(xml, clause);
            }
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException failure) {
            throw new IOException(failure);
        }
    }

    private static void suite(XMLStreamWriter xml, ClauseVerdict clause) throws XMLStreamException {
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", clause.clause().id() + " " + clause.clause().title());
        List<ScenarioResult> scenarios = clause.scenarios();
        xml.writeAttribute("tests", String.valueOf(scenarios.size()));
        xml.writeAttribute("failures", count(scenarios, "failure"));
        xml.writeAttribute("errors", count(scenarios, "error"));
        xml.writeAttribute("skipped", count(scenarios, "skipped"));
        for (ScenarioResult scenario : scenarios) {
            testCase(xml, clause, scenario);
        }
        xml.writeEndElement();
    }

    private static void testCase(XMLStreamWriter xml, ClauseVerdict clause, ScenarioResult scenario)
            throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clause.clause().id());
        xml.writeAttribute("name", scenario.name());
        xml.writeAttribute(
                "time", "%.3f".formatted(scenario.took().toMillis() / 1000.0).replace(',', '.'));
        String element = element(scenario);
        if (!element.isEmpty()) {
            xml.writeStartElement(element);
            xml.writeAttribute("message", legal(scenario.verdict() + ": " + scenario.reason()));
            if (!element.equals("skipped")) {
                xml.writeCharacters(
                        legal(scenario.facts().stream().map(String::valueOf).collect(Collectors.joining("\n"))));
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String count(List<ScenarioResult> scenarios, String element) {
        return String.valueOf(scenarios.stream()
                .filter(scenario -> element(scenario).equals(element))
                .count());
    }

    private static String element(ScenarioResult scenario) {
        return switch (scenario.verdict()) {
            case HELD -> "";
            case BROKEN -> "failure";
            case HARNESS_ERROR -> "error";
            default -> "skipped";
        };
    }

    /** A target may answer with characters that XML 1.0 does not know (section 2.2). */
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
