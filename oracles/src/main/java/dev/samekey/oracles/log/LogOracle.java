package dev.samekey.oracles.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Reads a log file of one JSON object a line, from where it ended when the oracle was made. */
public final class LogOracle {
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int MOST_BYTES = 64 * 1024 * 1024;

    private final ObjectMapper json = new ObjectMapper();
    private final Path file;
    private final Duration limit;
    private final long start;

    /** @param limit how long a line may take to be written */
    public LogOracle(Path file, Duration limit) {
        this.file = file;
        this.limit = limit;
        this.start = size();
    }

    /** @throws OracleSilent when the file is not there */
    public void check() {
        if (!Files.isReadable(file)) {
            throw new OracleSilent("the log file " + file + " cannot be read");
        }
    }

    /**
     * The lines whose member has the value. Waits until there are as many as expected or the limit has passed, and gives
     * what is there then: fewer, or more.
     */
    public Seen<List<JsonNode>> lines(String member, String value, int expected) {
        long deadline = System.nanoTime() + limit.toNanos();
        List<JsonNode> found = find(member, value);
        while (found.size() < expected && System.nanoTime() < deadline) {
            LockSupport.parkNanos(PAUSE.toNanos());
            found = find(member, value);
        }
        String text = found.stream().map(JsonNode::toString).collect(Collectors.joining("\n"));
        return new Seen<>(found, Evidence.text("log", "lines with " + member + " = " + value, text));
    }

    private List<JsonNode> find(String member, String value) {
        List<JsonNode> found = new ArrayList<>();
        for (String line : tail().split("\n", -1)) {
            // Reading only lines that can match keeps a long log cheap.
            if (line.contains(value)) {
                add(line, member, value, found);
            }
        }
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

    private String tail() {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(log.length() < start ? 0 : start, log.length() - MOST_BYTES);
            byte[] bytes = new byte[Math.toIntExact(log.length() - from)];
            log.seek(from);
            log.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new OracleSilent("the log file " + file + " cannot be read", failure);
        }
    }

    private long size() {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException failure) {
            throw new OracleSilent("the log file " + file + " cannot be read", failure);
        }
    }
}
