package dev.samekey.steps.model.states;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The life of a key.
 *
 * @param states by name, in the order of the file
 * @param events by name, what each of them is
 */
public record KeyStates(
        @JsonProperty(required = true) Map<String, State> states,
        @JsonProperty(required = true) Map<String, String> events,
        @JsonProperty(required = true) List<Transition> transitions) {
    private static final String RESOURCE = "/samekey/contract/key-states.yaml";

    /**
     * What a server may know of a key.
     *
     * @param is one sentence
     * @param begins whether each key is so at first
     */
    public record State(@JsonProperty(required = true) String is, boolean begins) {}

    /** The model that is shipped with the features. */
    public static KeyStates shipped() {
        return Shipped.STATES;
    }

    /** Read when it is first asked for, and once. */
    private static final class Shipped {
        static final KeyStates STATES = read();
    }

    private static KeyStates read() {
        try (InputStream in = Objects.requireNonNull(KeyStates.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return of(
                    YamlFile.of("key-states.yaml", new String(in.readAllBytes(), StandardCharsets.UTF_8)),
                    Catalogue.shipped());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * A model that is read from a file.
     *
     * @param catalogue the clauses that it may name
     * @throws BadFile with file, line and member, when it cannot be used
     */
    public static KeyStates of(YamlFile file, Catalogue catalogue) {
        KeyStates model = file.as(KeyStates.class);
        long first = model.states.values().stream().filter(State::begins).count();
        if (first != 1) {
            throw file.error(List.of("states"), "one state should have «begins: true», and " + first + " have");
        }
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < model.transitions.size(); i++) {
            model.check(file, i, model.transitions.get(i), ids, catalogue);
        }
        Set<String> unreached = new HashSet<>(model.states.keySet());
        unreached.removeAll(model.reached(model.transitions).keySet());
        model.states.keySet().stream().filter(unreached::contains).findFirst().ifPresent(state -> {
            throw file.error(List.of("states", state), "no transitions lead to it from «" + model.start() + "»");
        });
        return model;
    }

    private void check(YamlFile file, int index, Transition transition, Set<String> ids, Catalogue catalogue) {
        List<String> path = List.of("transitions", String.valueOf(index));
        if (!ids.add(transition.id())) {
            throw file.error(longer(path, "id"), "«" + transition.id() + "» is the id of another transition too");
        }
        known(file, longer(path, "from"), transition.from(), "state", states.keySet());
        known(file, longer(path, "event"), transition.event(), "event", events.keySet());
        known(file, longer(path, "to"), transition.to(), "state", states.keySet());
        for (int i = 0; i < transition.judgedBy().size(); i++) {
            String clause = transition.judgedBy().get(i).clause();
            if (catalogue.find(clause).isEmpty()) {
                throw file.error(
                        longer(longer(path, "judged_by"), String.valueOf(i)),
                        "there is no clause «" + clause + "»"
                                + Nearest.hint(
                                        clause,
                                        catalogue.all().stream()
                                                .map(one -> one.id())
                                                .toList()));
            }
        }
        if (transition.judgedBy().isEmpty() == (transition.notJudged() == null)) {
            throw file.error(path, "should have either «judged_by» or «not_judged»");
        }
    }

    private static void known(YamlFile file, List<String> path, String name, String kind, Collection<String> all) {
        if (!all.contains(name)) {
            throw file.error(path, "there is no " + kind + " «" + name + "»" + Nearest.hint(name, all));
        }
    }

    private static List<String> longer(List<String> path, String last) {
        List<String> longer = new ArrayList<>(path);
        longer.add(last);
        return longer;
    }

    /** What the file leaves out is null until here. */
    public KeyStates {
        events = new LinkedHashMap<>(events);
        states = new LinkedHashMap<>(states);
        transitions = List.copyOf(transitions);
    }

    /** The state in which each key is at first. */
    public String start() {
        return states.entrySet().stream()
                .filter(state -> state.getValue().begins())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** The transitions that a contract has. Where it says nothing of one, it has none. */
    public List<Transition> in(Contract contract) {
        return transitions.stream()
                .filter(transition -> transition.lackingIn(contract).isEmpty())
                .toList();
    }

    /** By state that can be reached by some transitions, the shortest way to it. */
    public Map<String, List<Transition>> reached(List<Transition> some) {
        Map<String, List<Transition>> ways = new LinkedHashMap<>();
        ways.put(start(), List.of());
        Deque<String> next = new ArrayDeque<>(List.of(start()));
        while (!next.isEmpty()) {
            String state = next.remove();
            for (Transition transition : some) {
                if (transition.from().equals(state) && !ways.containsKey(transition.to())) {
                    List<Transition> way = new ArrayList<>(Objects.requireNonNull(ways.get(state)));
                    way.add(transition);
                    ways.put(transition.to(), List.copyOf(way));
                    next.add(transition.to());
                }
            }
        }
        return ways;
    }

    /** By transition that can be reached, the shortest way that ends with it. */
    public Map<Transition, List<Transition>> paths(List<Transition> some) {
        Map<String, List<Transition>> ways = reached(some);
        Map<Transition, List<Transition>> paths = new LinkedHashMap<>();
        some.stream().filter(transition -> ways.containsKey(transition.from())).forEach(transition -> {
            List<Transition> path = new ArrayList<>(Objects.requireNonNull(ways.get(transition.from())));
            path.add(transition);
            paths.put(transition, List.copyOf(path));
        });
        return paths;
    }
}
