package dev.samekey.cli;

import java.util.stream.Stream;

/** Says in one line why something did not start. */
final class Failures {
    private Failures() {}

    /** What failed, and the cause at the bottom of it. */
    static String explain(Throwable failure) {
        Throwable cause = Stream.iterate(failure, error -> error != null, Throwable::getCause)
                .reduce(failure, (outer, inner) -> inner);
        String what = line(failure);
        return what.contains(line(cause)) ? what : what + " (" + line(cause) + ")";
    }

    /** The message without the name of the class that some libraries put before it. */
    private static String line(Throwable error) {
        String message = error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
        return message.lines().findFirst().orElse("failed").replaceFirst("^[a-z][\\w.]+(Exception|Error): ", "");
    }
}
