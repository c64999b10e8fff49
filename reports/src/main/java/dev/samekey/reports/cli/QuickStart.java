package dev.samekey.reports.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Has the JVM compile with its first compiler alone. A run is over before the second one is worth its time, which is more than that
 * of the run itself. {@code -XX:TieredStopAtLevel=1} does the same, but a jar cannot say it.
 */
final class QuickStart {
    private static final String DIRECTIVES = "[{match: \"*.*\", c2: {Exclude: true}}]";

    private QuickStart() {}

    /** A JVM that cannot be told so takes longer, and does the same. */
    static void begin() {
        try {
            Path file = Files.createTempFile("samekey", ".json");
            try {
                Files.writeString(file, DIRECTIVES);
                ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                "compilerDirectivesAdd",
                                new Object[] {new String[] {file.toString()}},
                                new String[] {String[].class.getName()});
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException | JMException unable) {
            // Said nowhere: nobody could do anything about it, and no verdict depends on it.
        }
    }
}
