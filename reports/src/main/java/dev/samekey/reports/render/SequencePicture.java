package dev.samekey.reports.render;

import com.samskivert.mustache.Escapers;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a scenario did after its last control request, from top to bottom, as SVG and in words: its requests with their responses,
 * what it did to the target, and where it looked.
 *
 * @param steps in the order in which they were noted
 */
record SequencePicture(List<Step> steps) {
    private static final int WIDTH = 720;
    private static final int TOP = 40;
    private static final int ROW = 44;
    private static final int MOST = 24;
    private static final int LONGEST = 48;
    private static final int TIP = 5;

    private static final String CONTROL = "the control request for ";
    private static final Set<EvidenceKind> SHOWN = EnumSet.of(
            EvidenceKind.EXCHANGE,
            EvidenceKind.RESTART,
            EvidenceKind.FAULT,
            EvidenceKind.ARRIVALS,
            EvidenceKind.BROKER,
            EvidenceKind.ROWS,
            EvidenceKind.ITEMS,
            EvidenceKind.NUMBER,
            EvidenceKind.LOG,
            EvidenceKind.METRICS,
            EvidenceKind.SPANS,
            EvidenceKind.STORY);

    /** Who takes part, each with a line of its own. */
    private enum Lane {
        SAMEKEY("Samekey", 60),
        API("API", 350),
        BEHIND("what is behind it", 620);

        private final String words;
        private final int x;

        Lane(String words, int x) {
            this.words = words;
            this.x = x;
        }
    }

    /**
     * One line of the picture.
     *
     * @param words what was sent, done or looked at
     * @param answer the status of a response; empty for what has none
     */
    record Step(EvidenceKind kind, String words, String answer) {
        private static Step of(Evidence piece) {
            int arrow = piece.kind() == EvidenceKind.EXCHANGE ? piece.title().lastIndexOf(" → ") : -1;
            return arrow < 0
                    ? new Step(piece.kind(), piece.title(), "")
                    : new Step(
                            piece.kind(),
                            piece.title().substring(0, arrow),
                            piece.title().substring(arrow + " → ".length()));
        }

        /** Samekey sends and looks; what it looks at may have happened at any time before. */
        private Lane to() {
            return switch (kind) {
                case EXCHANGE, RESTART, FAULT, ITEMS, NUMBER -> Lane.API;
                default -> Lane.BEHIND;
            };
        }

        private boolean isDoneToTheTarget() {
            return kind == EvidenceKind.RESTART || kind == EvidenceKind.FAULT;
        }

        private String text() {
            return answer.isEmpty() ? words : words + ", answered " + answer;
        }
    }

    /** The picture of a scenario that sent something; nothing where there is not enough to be shown. */
    static Optional<SequencePicture> of(ScenarioResult scenario) {
        List<Evidence> pieces = scenario.evidence();
        int control = IntStream.range(0, pieces.size())
                .filter(i -> pieces.get(i).title().startsWith(CONTROL))
                .reduce((first, last) -> last)
                .orElse(-1);
        List<Step> steps = pieces.subList(control + 1, pieces.size()).stream()
                .filter(piece -> SHOWN.contains(piece.kind()))
                .map(Step::of)
                // The looks that belong to the control.
                .dropWhile(step -> step.kind() != EvidenceKind.EXCHANGE && !step.isDoneToTheTarget())
                .toList();
        long sent = steps.stream()
                .filter(step -> step.kind() == EvidenceKind.EXCHANGE)
                .count();
        return sent == 0 || steps.size() < 2 ? Optional.empty() : Optional.of(new SequencePicture(steps));
    }

    /** The same in words, such as {@code In order: request 1: POST /payments, answered 504; the target was killed.} */
    String text() {
        return shown().stream()
                .map(Step::text)
                .collect(Collectors.joining("; ", "In order: ", (rest() > 0 ? "; " + more() : "") + "."));
    }

    private List<Step> shown() {
        return steps.subList(0, Math.min(MOST, steps.size()));
    }

    private int rest() {
        return steps.size() - shown().size();
    }

    private String more() {
        return "and " + rest() + " more";
    }

    /** @param id of the picture on its page */
    String svg(String id) {
        List<Lane> lanes = lanes();
        int bottom = TOP + ROW * shown().size() + (rest() > 0 ? ROW / 2 : 0);
        StringBuilder svg = new StringBuilder(
                "<svg class=\"race sequence\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %d\" aria-labelledby=\"%s-title\">"
                        .formatted(WIDTH, bottom + 8, id));
        svg.append("<title id=\"%s-title\">What was sent and looked at, in its order</title>".formatted(id));
        lanes.forEach(lane ->
                svg.append(label(lane.x, 14, "middle", lane.words)).append(line(lane.x, 22, lane.x, bottom, "lane")));
        List<Step> shown = shown();
        for (int i = 0; i < shown.size(); i++) {
            step(svg, shown.get(i), TOP + ROW * i);
        }
        if (rest() > 0) {
            svg.append(label(Lane.SAMEKEY.x, bottom - 4, "start", more()));
        }
        return svg.append("</svg>").toString();
    }

    private List<Lane> lanes() {
        List<Lane> lanes = new ArrayList<>(List.of(Lane.SAMEKEY, Lane.API));
        if (shown().stream().anyMatch(step -> step.to() == Lane.BEHIND)) {
            lanes.add(Lane.BEHIND);
        }
        return lanes;
    }

    private static void step(StringBuilder svg, Step step, int y) {
        int from = Lane.SAMEKEY.x;
        int to = step.to().x;
        if (step.isDoneToTheTarget()) {
            svg.append("<rect class=\"together\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"24\"/>"
                    .formatted(from - 40, y, WIDTH - from));
            svg.append(label(from, y + 16, "start", step.words()));
            return;
        }
        svg.append(label(from + 6, y + 10, "start", step.words()));
        svg.append(arrow(from, to, y + 16));
        if (!step.answer().isEmpty()) {
            svg.append(arrow(to, from, y + 32)).append(label(to - 8, y + 28, "end", step.answer()));
        }
    }

    private static String arrow(int from, int to, int y) {
        int back = to > from ? to - TIP : to + TIP;
        return line(from, y, to, y, "") + line(back, y - TIP, to, y, "") + line(back, y + TIP, to, y, "");
    }

    private static String line(int fromX, int fromY, int toX, int toY, String css) {
        return "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>".formatted(css, fromX, fromY, toX, toY);
    }

    private static String label(int x, int y, String anchor, String text) {
        return String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>",
                x,
                y,
                anchor,
                escaped(Shown.shortened(text, LONGEST)));
    }

    private static String escaped(String text) {
        return Escapers.HTML.escape(Shown.visible(text));
    }
}
