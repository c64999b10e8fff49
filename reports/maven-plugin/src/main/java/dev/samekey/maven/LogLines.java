package dev.samekey.maven;

import java.io.Writer;
import org.apache.maven.plugin.logging.Log;

/** What is written, line by line in Maven's log. */
final class LogLines extends Writer {
    private final Log log;
    private final StringBuilder line = new StringBuilder();

    LogLines(Log log) {
        this.log = log;
    }

    @Override
    public void write(char[] text, int from, int length) {
        synchronized (lock) {
            for (int at = from; at < from + length; at++) {
                if (text[at] == '\n') {
                    end();
                } else if (text[at] != '\r') {
                    line.append(text[at]);
                }
            }
        }
    }

    private void end() {
        log.info(line);
        line.setLength(0);
    }

    @Override
    public void flush() {
        // A line is written when it ends.
    }

    @Override
    public void close() {
        synchronized (lock) {
            if (!line.isEmpty()) {
                end();
            }
        }
    }
}
