package dev.samekey.reports.render;

import com.samskivert.mustache.Escapers;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.drive.http.RaceLine;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A round of a race as SVG: a bar for each request, from its last byte to its response.
 *
 * @param lines in the order of the responses
 */
record RacePicture(List<RaceLine> lines) {
    private static final int WIDTH = 720;
    private static final int LEFT = 150;
    private static final int RIGHT = 70;
    private static final int ROW = 16;
    private static final int BAR = 10;
    private static final int TOP = 22;
    private static final int FOOT = 24;
    private static final int MOST_ROWS = 40;
    private static final int MARKS = 4;
    private static final int UNIQUE_IS_NEAR = 6;

    /** What became of a request. Who won is read off the bodies: a replay has that of another response. */
    private enum Fate {
        WINNER("new body", "held"),
        REPLAY("same body", "not-checked"),
        SUCCESS("no body", "held"),
        LOSER("refused", "inconclusive"),
        NOTHING("no response", "broken");

        private final String words;
        private final String css;

        Fate(String words, String css) {
            this.words = words;
            this.css = css;
        }
    }

    /** The round in which a scenario broke: the one about the same thing, or else the last; nothing where none is noted. */
    static Optional<RacePicture> of(ScenarioResult scenario) {
        Optional<RacePicture> named = scenario.facts().stream()
                .map(fact -> new RacePicture(RaceLine.read(fact.value())))
                .filter(RacePicture::isRace)
                .findFirst();
        return named.or(() -> noted(scenario));
    }

    /** Whether the picture says what a fact says. */
    static boolean shows(Fact fact) {
        return new RacePicture(RaceLine.read(fact.value())).isRace();
    }

    private static Optional<RacePicture> noted(ScenarioResult scenario) {
        List<Evidence> pieces = scenario.evidence();
        Optional<String> unique = scenario.facts().stream()
                .filter(fact -> fact.name().equals("unique"))
                .map(Fact::value)
                .findFirst();
        RacePicture newest = null;
        for (int i = 0; i < pieces.size(); i++) {
            if (pieces.get(i).kind() == EvidenceKind.RACE) {
                RacePicture picture =
                        new RacePicture(RaceLine.read(pieces.get(i).text()));
                newest = picture.isRace() ? picture : newest;
                // A request of the round is noted next to it.
                if (picture.isRace()
                        && unique.isPresent()
                        && pieces.subList(i, Math.min(pieces.size(), i + UNIQUE_IS_NEAR)).stream()
                                .filter(piece -> piece.kind() == EvidenceKind.EXCHANGE)
                                .limit(1)
                                .anyMatch(piece -> piece.text().contains(unique.get()))) {
                    return Optional.of(picture);
                }
            }
        }
        return Optional.ofNullable(newest);
    }

    private boolean isRace() {
        return lines.size() > 1;
    }

    /** In the order of the lines. */
    private List<Fate> fates() {
        Set<Integer> seen = new HashSet<>();
        List<Fate> fates = new ArrayList<>();
        for (RaceLine line : lines) {
            Fate success =
                    line.body().isEmpty() ? Fate.SUCCESS : seen.add(line.body().get()) ? Fate.WINNER : Fate.REPLAY;
            fates.add(line.status().equals("none") ? Fate.NOTHING : line.isSuccess() ? success : Fate.LOSER);
        }
        return fates;
    }

    /** How many were under way together, and what became of them, in two sentences. */
    String text() {
        Map<Fate, Long> counts =
                fates().stream().collect(Collectors.groupingBy(fate -> fate, TreeMap::new, Collectors.counting()));
        return together() + " of " + lines.size() + " requests were under way together. "
                + counts.entrySet().stream()
                        .map(count -> described(count.getKey(), count.getValue()))
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private static String described(Fate fate, long count) {
        return switch (fate) {
            case WINNER ->
                count
                        + (count == 1
                                ? " winner (a success with a body of its own)"
                                : " winners (successes with a body of their own)");
            case REPLAY -> count + (count == 1 ? " replay" : " replays") + " (the body of an earlier success)";
            case SUCCESS -> count + (count == 1 ? " success" : " successes") + " without a body";
            case LOSER -> count + " refused";
            case NOTHING -> count + " without a response";
        };
    }

    private long together() {
        double first = firstAnswer();
        return lines.stream().filter(line -> line.sent() < first).count();
    }

    private double firstAnswer() {
        return lines.stream()
                .filter(line -> !line.status().equals("none"))
                .mapToDouble(RaceLine::answered)
                .min()
                .orElse(0);
    }

    /** @param id of the picture on its page */
    String svg(String id) {
        List<RaceLine> shown = lines.subList(0, Math.min(MOST_ROWS, lines.size()));
        List<Fate> fates = fates();
        double longest =
                Math.max(1, shown.stream().mapToDouble(RaceLine::answered).max().orElse(1));
        int bottom = TOP + ROW * shown.size();
        StringBuilder svg = new StringBuilder(
                "<svg class=\"race\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %d\" aria-labelledby=\"%s-title %s-desc\">"
                        .formatted(WIDTH, bottom + FOOT, id, id));
        svg.append("<title id=\"%s-title\">The requests of the race, in ms</title><desc id=\"%s-desc\">%s</desc>"
                .formatted(id, id, escaped(text())));
        overlap(svg, longest, bottom);
        for (int i = 0; i < shown.size(); i++) {
            bar(svg, shown.get(i), fates.get(i), TOP + ROW * i, longest);
        }
        for (int mark = 0; mark <= MARKS; mark++) {
            double time = longest * mark / MARKS;
            svg.append(label(x(time, longest), bottom + 16, "middle", "%.0f ms", time));
        }
        if (shown.size() < lines.size()) {
            svg.append(label(LEFT - 8, bottom + 16, "end", "and %d more", lines.size() - shown.size()));
        }
        return svg.append("</svg>").toString();
    }

    /** The time in which all were under way: from the last that left to the first response. */
    private void overlap(StringBuilder svg, double longest, int bottom) {
        double last = lines.stream().mapToDouble(RaceLine::sent).max().orElse(0);
        double first = firstAnswer();
        if (last < first) {
            svg.append("<rect class=\"together\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"%d\"/>"
                    .formatted(
                            number(x(last, longest)),
                            TOP - 4,
                            number(x(first, longest) - x(last, longest)),
                            bottom - TOP + 4));
            svg.append(label(x(last, longest), TOP - 8, "start", "all under way"));
        }
    }

    private static void bar(StringBuilder svg, RaceLine line, Fate fate, int y, double longest) {
        svg.append(label(
                LEFT - 8, y + BAR, "end", "%s %s", line.status().equals("none") ? "" : line.status(), fate.words));
        svg.append("<rect class=\"%s\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"%d\"><title>%s</title></rect>"
                .formatted(
                        fate.css,
                        number(x(line.sent(), longest)),
                        y + 1,
                        number(Math.max(1, x(line.answered(), longest) - x(line.sent(), longest))),
                        BAR,
                        escaped("request %d to %s: sent at %s ms, answered at %s ms"
                                .formatted(
                                        line.request(),
                                        Shown.shortened(line.replica(), 200),
                                        number(line.sent()),
                                        number(line.answered())))));
        svg.append(label(x(line.answered(), longest) + 4, y + BAR, "start", "%.0f ms", line.answered() - line.sent()));
    }

    private static double x(double time, double longest) {
        return LEFT + (WIDTH - LEFT - RIGHT) * time / longest;
    }

    private static String label(double x, int y, String anchor, String text, Object... values) {
        return "<text x=\"%s\" y=\"%d\" text-anchor=\"%s\">%s</text>"
                .formatted(number(x), y, anchor, escaped(String.format(Locale.ROOT, text, values)));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String escaped(String text) {
        return Escapers.HTML.escape(Shown.visible(text));
    }
}
