package dev.samekey.server.telemetry;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import java.nio.file.Path;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashFieldNames;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Writes the log as JSON lines. In code and not in XML: reading a configuration file is felt at every start. */
public final class Logging {
    private static final String OWN_PACKAGE = "dev.samekey";
    private static final String IGNORED = "[ignore]";

    private Logging() {}

    /** To the file, or to standard output without one. */
    public static void configure(@Nullable Path file) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        OutputStreamAppender<ILoggingEvent> appender = file == null ? new ConsoleAppender<>() : to(file);
        appender.setContext(context);
        appender.setEncoder(encoder(context));
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        context.getLogger(OWN_PACKAGE).setLevel(Level.INFO);
        // What the HTTP library complains of is told in the answer, or by the command that could not start.
        context.getLogger("io.javalin").setLevel(Level.OFF);
    }

    /** Writes no more, until it is configured again. */
    public static void silence() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
    }

    private static FileAppender<ILoggingEvent> to(Path file) {
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setFile(file.toString());
        return appender;
    }

    private static LogstashEncoder encoder(LoggerContext context) {
        LogstashFieldNames names = new LogstashFieldNames();
        names.setTimestamp("timestamp");
        names.setLogger("logger");
        names.setThread(IGNORED);
        names.setVersion(IGNORED);
        names.setLevelValue(IGNORED);
        LogstashEncoder encoder = new LogstashEncoder();
        encoder.setContext(context);
        encoder.setFieldNames(names);
        encoder.setTimeZone("UTC");
        encoder.start();
        return encoder;
    }
}
