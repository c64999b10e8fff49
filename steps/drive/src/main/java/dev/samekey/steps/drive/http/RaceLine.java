package dev.samekey.steps.drive.http;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of {@link Round#table()}: a request of the round.
 *
 * @param sent when its last byte left, in ms since the first of the round
 * @param answered when its response was there, or it was given up, in ms since the same moment
 * @param status {@code none} where there was no whole response
 * @param request its number among those that differ
 * @param body the number of its response's body among those that differ; nothing where it is empty, or no success
 */
public record RaceLine(
        double sent, double answered, String status, int request, Optional<Integer> body, String replica) {
    static final String HEADING = "sent ms  answered ms  status  request  body  replica";

    private static final Pattern LINE =
            Pattern.compile("\\s*(\\d+\\.\\d+)\\s+(\\d+\\.\\d+)\\s+(\\d{3}|none)\\s+(\\d+)\\s+(\\d+|-)\\s+(.*)");

    /** The lines of a table; none where a text is no such table. */
    public static List<RaceLine> read(String table) {
        List<String> lines = table.lines().toList();
        return lines.size() < 2 || !lines.get(1).equals(HEADING)
                ? List.of()
                : lines.stream()
                        .skip(2)
                        .map(LINE::matcher)
                        .filter(Matcher::matches)
                        .map(RaceLine::of)
                        .toList();
    }

    private static RaceLine of(Matcher line) {
        return new RaceLine(
                Double.parseDouble(line.group(1)),
                Double.parseDouble(line.group(2)),
                line.group(3),
                Integer.parseInt(line.group(4)),
                line.group(5).equals("-") ? Optional.empty() : Optional.of(Integer.valueOf(line.group(5))),
                line.group(6));
    }

    /** Whether its response is a success. */
    public boolean isSuccess() {
        return status.startsWith("2");
    }
}
