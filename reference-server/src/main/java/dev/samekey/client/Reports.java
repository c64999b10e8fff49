package dev.samekey.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;

/** Writes outcomes down. */
@FunctionalInterface
public interface Reports {
    /** Writes one line; any thread may do it. */
    void write(ObjectNode line);

    /** To a stream. */
    static Reports to(PrintStream out) {
        return line -> {
            synchronized (out) {
                out.println(line);
                out.flush();
            }
        };
    }
}
