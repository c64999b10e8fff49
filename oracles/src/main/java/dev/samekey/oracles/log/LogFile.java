package dev.samekey.oracles.log;

import dev.samekey.oracles.evidence.OracleSilent;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A log file, read from where it ended when this was made; of a long one the last 64 MB. */
public final class LogFile implements LogSource {
    private static final int MOST_BYTES = 64 * 1024 * 1024;

    private final Path file;
    private final long start;

    public LogFile(Path file) {
        this.file = file;
        this.start = size();
    }

    @Override
    public String name() {
        return "file " + file.getFileName();
    }

    @Override
    public void check() {
        if (!Files.isReadable(file)) {
            throw new OracleSilent("the log file " + file + " cannot be read");
        }
    }

    @Override
    public List<String> lines(String text) {
        return List.of(tail().split("\n", -1));
    }

    @Override
    public Duration pause() {
        return Duration.ofMillis(20);
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
