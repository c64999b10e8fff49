package dev.samekey.reports.render;

import dev.samekey.steps.model.states.JudgedBy;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.states.Transition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** {@code docs/states.md}: the life of a key in all contracts. */
public final class StatesPage {
    private StatesPage() {}

    /** The page; its picture is {@link StateDiagram#whole}, as {@code states.svg}. */
    public static String of(KeyStates model) {
        List<Map<String, Object>> states = new ArrayList<>();
        model.states().forEach((name, state) -> states.add(Map.of("name", words(name), "is", state.is())));
        List<Map<String, Object>> events = new ArrayList<>();
        model.events().forEach((name, is) -> events.add(Map.of("name", words(name), "is", is)));
        return Templates.markdown(
                "states.md",
                Map.of(
                        "states",
                        states,
                        "events",
                        events,
                        "transitions",
                        model.transitions().stream().map(StatesPage::row).toList()));
    }

    private static Map<String, Object> row(Transition one) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", one.id());
        row.put("from", words(one.from()));
        row.put("event", words(one.event()));
        row.put("to", words(one.to()));
        row.put("when", one.when() == null ? "" : one.when().toString());
        row.put("response", one.response());
        row.put(
                "judged",
                one.judgedBy().stream().map(JudgedBy::clause).distinct().collect(Collectors.joining(", ")));
        row.put("notJudged", Objects.requireNonNullElse(one.notJudged(), ""));
        return row;
    }

    private static String words(String name) {
        return name.replace('_', ' ');
    }
}
