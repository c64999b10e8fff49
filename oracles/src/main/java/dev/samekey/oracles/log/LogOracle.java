package dev.samekey.oracles.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
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
     */
    public Seen<List<JsonNode>> lines(String member, String value, int expected) {
        long deadline = System.nanoTime() + limit.toNanos();
        List<JsonNode> found = find(member, value);
        while (found.size() < expected && System.nanoTime() < deadline) {
            LockSupport.parkNanos(source.pause().toNanos());
            found = find(member, value);
        }
        String text = found.stream().map(JsonNode::toString).collect(Collectors.joining("\n"));
        return new Seen<>(found, Evidence.text("log", source.name() + ": lines with " + member + " = " + value, text));
    }

    /** The lines of this run that have the text anywhere, JSON or not, when they are as many or the limit has passed. */
    public Seen<List<String>> containing(String text, int expected) {
        long deadline = System.nanoTime() + limit.toNanos();
        List<String> found = with(text);
        while (found.size() < expected && System.nanoTime() < deadline) {
            LockSupport.parkNanos(source.pause().toNanos());
            found = with(text);
        }
        return new Seen<>(
                found, Evidence.text("log", source.name() + ": lines with " + text, String.join("\n", found)));
    }

    private List<String> with(String text) {
        return source.lines(text).stream().filter(line -> line.contains(text)).toList();
    }

    private List<JsonNode> find(String member, String value) {
        List<JsonNode> found = new ArrayList<>();
        // Reading only lines that can match keeps a long log cheap.
        with(value).forEach(line -> add(line, member, value, found));
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
