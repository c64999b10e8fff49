package dev.samekey.reports.render;

import com.samskivert.mustache.Escapers;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.states.Transition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The life of a key as an SVG picture. The columns are how far a state is from the first one. What leaves a state as it is stands in
 * its box.
 */
public final class StateDiagram {
    private static final int BOX_WIDTH = 170;
    private static final int COLUMN = 320;
    private static final int ROW = 150;
    private static final int MARGIN = 20;
    private static final int LINE = 16;
    private static final int HEAD = 30;
    private static final int DETOUR = 46;
    private static final int APART = 12;
    private static final int ABOVE = 8;

    private static final String STYLE = """
            .sk{font:13px system-ui,sans-serif;fill:#1c2024}
            .sk rect{fill:#f0f0f3;stroke:#8b8d98;stroke-width:1.5}
            .sk path{fill:none;stroke:#5a5e66;stroke-width:1.5}
            .sk .name{font-weight:600}.sk .small{font-size:12px}
            .sk .label{paint-order:stroke;stroke:#fcfcfd;stroke-width:5px;stroke-linejoin:round;text-anchor:middle}
            .sk marker path{fill:#5a5e66;stroke:none}
            .sk path.covered,.sk rect.covered{stroke:#17713f;stroke-width:2.5}.sk text.covered,.sk tspan.covered{fill:#17713f}
            .sk path.broken,.sk rect.broken{stroke:#c0262c;stroke-width:2.5}.sk text.broken,.sk tspan.broken{fill:#c0262c}
            .sk path.open,.sk rect.open{stroke-dasharray:6 4}.sk text.open,.sk tspan.open{fill:#5a5e66}
            @media (prefers-color-scheme:dark){.sk{fill:#edeef0}.sk rect{fill:#1c1d20;stroke:#80838d}.sk path{stroke:#b0b4ba}
            .sk .label{stroke:#111113}.sk marker path{fill:#b0b4ba}
            .sk path.covered,.sk rect.covered{stroke:#3dd68c}.sk text.covered,.sk tspan.covered{fill:#3dd68c}
            .sk path.broken,.sk rect.broken{stroke:#ff9592}.sk text.broken,.sk tspan.broken{fill:#ff9592}
            .sk text.open,.sk tspan.open{fill:#b0b4ba}}
            """;

    private final KeyStates model;
    private final List<Transition> transitions;
    private final Function<Transition, String> ofTransition;
    private final Function<String, String> ofState;
    private final Map<String, Box> boxes = new LinkedHashMap<>();
    private int bottom;
    private int detours;

    private record Box(int column, int x, int y, int height) {
        int middle() {
            return y + height / 2;
        }

        int centre() {
            return x + BOX_WIDTH / 2;
        }

        int right() {
            return x + BOX_WIDTH;
        }

        int end() {
            return y + height;
        }
    }

    /**
     * A diagram of some transitions.
     *
     * @param shown which transitions are in it
     * @param ofTransition covered, broken or open; empty for no colour
     * @param ofState the same of states, by name
     */
    public StateDiagram(
            KeyStates model,
            Predicate<Transition> shown,
            Function<Transition, String> ofTransition,
            Function<String, String> ofState) {
        this.model = model;
        this.transitions = model.transitions().stream().filter(shown).toList();
        this.ofTransition = ofTransition;
        this.ofState = ofState;
    }

    /** The diagram of all transitions, without colours. */
    public static String whole(KeyStates model) {
        return new StateDiagram(model, one -> true, one -> "", one -> "").svg();
    }

    /** The picture; it needs no other file. */
    public String svg() {
        place();
        String edges = edges();
        String states = boxes.entrySet().stream()
                .map(box -> box(box.getKey(), box.getValue()))
                .collect(Collectors.joining());
        int width = boxes.values().stream().mapToInt(Box::right).max().orElse(0) + MARGIN;
        int height = bottom + detours * DETOUR + MARGIN;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sk\" viewBox=\"0 0 " + width + " " + height
                + "\" width=\"" + width + "\" height=\"" + height
                + "\" role=\"img\" aria-label=\"The life of a key\">\n"
                + "<style>" + STYLE + "</style>\n"
                + "<defs><marker id=\"sk-end\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"10\""
                + " markerHeight=\"10\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0 10 5 0 10z\"/></marker></defs>\n"
                + edges + states + "</svg>\n";
    }

    private void place() {
        Map<String, Integer> columns = new LinkedHashMap<>();
        model.reached(transitions).forEach((state, way) -> columns.put(state, way.size()));
        Map<Integer, List<String>> byColumn = new LinkedHashMap<>();
        model.states().keySet().stream()
                .filter(columns::containsKey)
                .forEach(state -> byColumn.computeIfAbsent(
                                Objects.requireNonNull(columns.get(state)), unused -> new ArrayList<>())
                        .add(state));
        int rows = byColumn.values().stream().mapToInt(List::size).max().orElse(1);
        byColumn.forEach((column, states) -> {
            int centre = MARGIN + ROW / 2 + (rows - states.size()) * ROW / 2;
            for (int i = 0; i < states.size(); i++) {
                int height = HEAD + LINE * loops(states.get(i)).size();
                Box box = new Box(column, MARGIN + column * COLUMN, centre + i * ROW - height / 2, height);
                boxes.put(states.get(i), box);
                bottom = Math.max(bottom, box.end());
            }
        });
    }

    /** The events that leave a state as it is. */
    private Map<String, List<Transition>> loops(String state) {
        return events(transitions.stream()
                .filter(one -> one.from().equals(state) && one.to().equals(state))
                .toList());
    }

    private static Map<String, List<Transition>> events(List<Transition> some) {
        return some.stream().collect(Collectors.groupingBy(Transition::event, LinkedHashMap::new, Collectors.toList()));
    }

    private String box(String state, Box box) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "<g><title>%s</title><rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\"/>"
                        + "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>",
                text(Objects.requireNonNull(model.states().get(state)).is()),
                ofState.apply(state),
                box.x(),
                box.y(),
                BOX_WIDTH,
                box.height(),
                box.x() + APART,
                box.y() + 20,
                words(state)));
        int line = box.y() + 20;
        for (Map.Entry<String, List<Transition>> loop : loops(state).entrySet()) {
            line += LINE;
            text.append(String.format(
                    Locale.ROOT,
                    "<text class=\"small %s\" x=\"%d\" y=\"%d\">↻ %s</text>",
                    worst(loop.getValue()),
                    box.x() + APART,
                    line,
                    words(loop.getKey())));
        }
        return text.append("</g>\n").toString();
    }

    private String edges() {
        Map<List<String>, List<Transition>> edges = transitions.stream()
                .filter(one -> !one.from().equals(one.to()))
                .filter(one -> boxes.containsKey(one.from()) && boxes.containsKey(one.to()))
                .collect(Collectors.groupingBy(
                        one -> List.of(one.from(), one.to()), LinkedHashMap::new, Collectors.toList()));
        StringBuilder text = new StringBuilder();
        edges.forEach((ends, some) -> text.append(edge(
                Objects.requireNonNull(boxes.get(ends.get(0))), Objects.requireNonNull(boxes.get(ends.get(1))), some)));
        return text.toString();
    }

    private String edge(Box from, Box to, List<Transition> some) {
        int columns = to.column() - from.column();
        if (columns == 1) {
            return curve(from.right(), from.middle() - APART, to.x(), to.middle() - APART, -ABOVE, some);
        }
        if (columns == -1) {
            return curve(from.x(), from.middle() + APART, to.right(), to.middle() + APART, LINE + 2, some);
        }
        if (columns == 0) {
            return upright(from, to, some);
        }
        return detour(from, to, some);
    }

    private String curve(int x1, int y1, int x2, int y2, int shift, List<Transition> some) {
        int middle = (x1 + x2) / 2;
        String path = String.format(Locale.ROOT, "M%d %dC%d %d %d %d %d %d", x1, y1, middle, y1, middle, y2, x2, y2);
        int lines = events(some).size();
        int top = (y1 + y2) / 2 + (shift < 0 ? shift - (lines - 1) * LINE : shift);
        // Nearer to where it ends, a label of several lines is clear of the curves that begin beside it.
        int x = y1 == y2 && lines > 1 ? middle + APART + 2 : middle;
        return path(path, some) + labels(x, top, some);
    }

    private String upright(Box from, Box to, List<Transition> some) {
        boolean isDown = to.y() > from.y();
        int y1 = isDown ? from.end() : from.y();
        int y2 = isDown ? to.y() : to.end();
        int x = from.centre() + (isDown ? -APART : APART);
        return path(String.format(Locale.ROOT, "M%d %dL%d %d", x, y1, x, y2), some)
                + labels(x, (y1 + y2) / 2 + 4, some);
    }

    /** Around the others, below them. */
    private String detour(Box from, Box to, List<Transition> some) {
        detours++;
        int y = bottom + detours * DETOUR - LINE;
        int x1 = from.centre() + detours * APART;
        int x2 = to.centre() + (to.column() == 0 ? 0 : APART);
        String path = String.format(
                Locale.ROOT,
                "M%d %dV%dQ%d %d %d %dH%dQ%d %d %d %dV%d",
                x1,
                from.end(),
                y - 20,
                x1,
                y,
                x1 - 20,
                y,
                x2 + 20,
                x2,
                y,
                x2,
                y - 20,
                to.end());
        return path(path, some) + labels((x1 + x2) / 2, y + 4, some);
    }

    private String path(String path, List<Transition> some) {
        return "<path class=\"" + worst(some) + "\" marker-end=\"url(#sk-end)\" d=\"" + path + "\"/>\n";
    }

    private String labels(int x, int y, List<Transition> some) {
        StringBuilder text = new StringBuilder();
        int line = y;
        for (Map.Entry<String, List<Transition>> event : events(some).entrySet()) {
            text.append(String.format(
                    Locale.ROOT,
                    "<text class=\"small label %s\" x=\"%d\" y=\"%d\">%s</text>\n",
                    worst(event.getValue()),
                    x,
                    line,
                    words(event.getKey())));
            line += LINE;
        }
        return text.toString();
    }

    private String worst(List<Transition> some) {
        List<String> all = some.stream().map(ofTransition).toList();
        return all.contains("broken")
                ? "broken"
                : all.contains("open") ? "open" : all.contains("covered") ? "covered" : "";
    }

    private static String words(String name) {
        return text(name.replace('_', ' '));
    }

    private static String text(String text) {
        return Escapers.HTML.escape(text);
    }
}
