package dev.samekey.steps.judge.client;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.drive.service.Received;
import dev.samekey.steps.model.contract.Envelope;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Pictures of what arrived, as SVG: attempts on a time line, and delays in the bounds of the contract. */
final class Pictures {
    private static final String TYPE = "image/svg+xml";
    private static final int WIDTH = 720;
    private static final int LEFT = 90;
    private static final int RIGHT = 20;
    private static final int ROW = 22;
    private static final int MOST_ROWS = 12;
    private static final int HEIGHT = 260;
    private static final int FOOT = 40;
    private static final double NANOS_PER_MILLI = 1e6;

    private Pictures() {}

    /** A line for each operation, a dot for each attempt: full where it was answered with a success. */
    static Evidence timeLine(List<Performed> performed) {
        List<Performed> shown = performed.stream()
                .filter(one -> !one.attempts().isEmpty())
                .limit(MOST_ROWS)
                .toList();
        long start = shown.stream()
                .mapToLong(one -> one.attempts().get(0).arrivedNanos())
                .min()
                .orElse(0);
        double longest = Math.max(
                1,
                shown.stream()
                        .flatMap(one -> one.attempts().stream())
                        .mapToDouble(attempt -> millis(attempt.arrivedNanos() - start))
                        .max()
                        .orElse(1));
        StringBuilder svg = new StringBuilder();
        for (int row = 0; row < shown.size(); row++) {
            int y = ROW * row + ROW;
            svg.append(text(4, y + 4, "start", shown.get(row).toString()));
            svg.append(line(LEFT, y, WIDTH - RIGHT, y, "#ccc"));
            for (Received attempt : shown.get(row).attempts()) {
                boolean success = attempt.status() != null && attempt.status() / 100 == 2;
                svg.append(dot(
                        x(millis(attempt.arrivedNanos() - start) / longest),
                        y,
                        5,
                        success ? "#1a7f37" : "none",
                        title(attempt, start)));
            }
        }
        int bottom = ROW * shown.size() + ROW;
        svg.append(axis(bottom, longest));
        return new Evidence(
                EvidenceKind.PICTURE,
                "attempts on a time line",
                TYPE,
                svg(bottom + FOOT, "attempts on a time line", svg));
    }

    private static String title(Received attempt, long start) {
        return String.format(
                Locale.ROOT,
                "attempt %d, %.0f ms, %s",
                attempt.number(),
                millis(attempt.arrivedNanos() - start),
                attempt.status() == null ? "no whole response" : String.valueOf(attempt.status()));
    }

    /**
     * A box for the bounds of each retry, a dot for each delay.
     *
     * @param bounds of the first retry, the second and so on
     */
    static Evidence delays(List<Performed> performed, List<Envelope> bounds) {
        int retries = Math.max(
                bounds.size(),
                performed.stream().mapToInt(one -> one.delays().size()).max().orElse(0));
        double longest = Math.max(
                        bounds.stream()
                                .mapToDouble(one -> one.most().toNanos() / NANOS_PER_MILLI)
                                .max()
                                .orElse(1),
                        performed.stream()
                                .flatMap(one -> one.delays().stream())
                                .flatMap(Optional::stream)
                                .mapToDouble(delay -> delay.toNanos() / NANOS_PER_MILLI)
                                .max()
                                .orElse(1))
                * 1.1;
        double column = (WIDTH - LEFT - RIGHT) / (double) Math.max(1, retries);
        StringBuilder svg = new StringBuilder();
        for (int retry = 0; retry < retries; retry++) {
            double left = LEFT + column * retry + column * 0.15;
            if (retry < bounds.size()) {
                Envelope one = bounds.get(retry);
                double top = y(one.most(), longest);
                svg.append(String.format(
                        Locale.ROOT,
                        "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#ddf4ff' stroke='#54aeff'><title>%s</title></rect>",
                        left,
                        top,
                        column * 0.7,
                        Math.max(1, y(one.least(), longest) - top),
                        one));
            }
            svg.append(text((int) (left + column * 0.35), HEIGHT + 16, "middle", "retry " + (retry + 1)));
            int number = 0;
            for (Performed one : performed) {
                if (retry < one.delays().size() && one.delays().get(retry).isPresent()) {
                    Duration delay = one.delays().get(retry).get();
                    // Beside each other, so that none hides another.
                    double x = left + column * 0.7 * ((number++ * 37 % 100) / 100.0);
                    svg.append(dot(x, y(delay, longest), 2, "#0550ae", delay.toMillis() + " ms"));
                }
            }
        }
        for (int part = 0; part <= 4; part++) {
            double value = longest / 1.1 * part / 4;
            int y = (int) y(Duration.ofNanos((long) (value * NANOS_PER_MILLI)), longest);
            svg.append(text(LEFT - 8, y + 4, "end", String.format(Locale.ROOT, "%.0f ms", value)));
        }
        return new Evidence(
                EvidenceKind.PICTURE,
                "delays in their bounds",
                TYPE,
                svg(HEIGHT + FOOT, "delays in their bounds", svg));
    }

    private static double y(Duration delay, double longest) {
        return HEIGHT - HEIGHT * (delay.toNanos() / NANOS_PER_MILLI) / longest;
    }

    private static double x(double part) {
        return LEFT + (WIDTH - LEFT - RIGHT) * part;
    }

    private static double millis(long nanos) {
        return nanos / NANOS_PER_MILLI;
    }

    private static String axis(int y, double longest) {
        StringBuilder axis = new StringBuilder();
        for (int part = 0; part <= 4; part++) {
            axis.append(text(
                    (int) x(part / 4.0), y + 16, "middle", String.format(Locale.ROOT, "%.0f ms", longest * part / 4)));
        }
        return axis.toString();
    }

    private static String dot(double x, double y, int radius, String fill, String title) {
        return String.format(
                Locale.ROOT,
                "<circle cx='%.1f' cy='%.1f' r='%d' fill='%s' stroke='#57606a'><title>%s</title></circle>",
                x,
                y,
                radius,
                fill,
                title);
    }

    private static String line(int x1, int y1, int x2, int y2, String colour) {
        return String.format(
                Locale.ROOT, "<line x1='%d' y1='%d' x2='%d' y2='%d' stroke='%s'/>", x1, y1, x2, y2, colour);
    }

    private static String text(int x, int y, String anchor, String text) {
        return String.format(
                Locale.ROOT,
                "<text x='%d' y='%d' text-anchor='%s'>%s</text>",
                x,
                y,
                anchor,
                text.replace("&", "&amp;").replace("<", "&lt;"));
    }

    private static String svg(int height, String label, CharSequence inner) {
        return String.format(
                Locale.ROOT,
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' role='img'"
                        + " aria-label='%s' font-family='sans-serif' font-size='11'>%s</svg>",
                WIDTH,
                height,
                WIDTH,
                height,
                label,
                inner);
    }
}
