package dev.samekey.oracles.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.wait.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds lines of a log of one JSON object a line, and waits for those that are still to come. */
public final class LogOracle {
    private final ObjectMapper json = new ObjectMapper();
    private final LogSource source;
    private final Duration limit;

    /** @param limit how long a line may take to be there */
    public LogOracle(LogSource source, Duration limit) {
        this.source = source;
        this.limit = limit;
    }

    /** @throws OracleSilent when the log cannot be read */
    public void check() {
        source.check();
    }

    /**
     * The lines whose member has the value. Waits until there are as many as expected or the limit has passed, and gives
     * what is there then: fewer, or more.
     *
     * @param since when the requests in question began
     * @throws OracleSilent when no line of anything has come since, so that those who bring them are late or not at work
     */
    public Seen<List<JsonNode>> lines(String member, String value, int expected, Instant since) {
        List<JsonNode> found = awaited(value, expected, lines -> those(lines, member, value));
        if (found.isEmpty() && expected > 0 && !source.anySince(since)) {
            throw new OracleSilent(source.name() + " has no line at all since " + since);
        }
        String text = found.stream().map(JsonNode::toString).collect(Collectors.joining("\n"));
        return new Seen<>(
                found, Evidence.text(EvidenceKind.LOG, source.name() + ": lines with " + member + " = " + value, text));
    }

    /** The lines of this run that have the text anywhere, JSON or not, when they are as many or the limit has passed. */
    public Seen<List<String>> containing(String text, int expected) {
        List<String> found = awaited(text, expected, lines -> lines);
        return new Seen<>(
                found,
                Evidence.text(EvidenceKind.LOG, source.name() + ": lines with " + text, String.join("\n", found)));
    }

    private <T> List<T> awaited(String text, int expected, Function<List<String>, List<T>> picked) {
        List<T> found = Await.until(
                        expected + " log lines with " + text,
                        limit,
                        source.pause(),
                        () -> picked.apply(with(text, source.lines(text))),
                        lines -> lines.size() >= expected)
                .value();
        if (!found.isEmpty() && found.size() >= expected) {
            return found;
        }
        // Nothing is missing because an index does not find it.
        List<T> more = picked.apply(with(text, source.unindexed(text)));
        return more.size() > found.size() ? more : found;
    }

    /** Reading only lines that can match keeps a long log cheap. */
    private static List<String> with(String text, List<String> lines) {
        return lines.stream().filter(line -> line.contains(text)).toList();
    }

    private List<JsonNode> those(List<String> lines, String member, String value) {
        List<JsonNode> found = new ArrayList<>();
        lines.forEach(line -> add(line, member, value, found));
        return List.copyOf(found);
    }

    private void add(String line, String member, String value, List<JsonNode> found) {
        try {
            JsonNode node = json.readTree(line);
            if (value.equals(node.path(member).asText())) {
                found.add(node);
            }
        } catch (JsonProcessingException halfWritten) {
            // Not a whole line yet, or not ours: it counts when it is JSON.
        }
    }
}
