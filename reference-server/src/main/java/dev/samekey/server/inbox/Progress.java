package dev.samekey.server.inbox;

import java.util.List;

/** What a thing is after an event has told its state. Events come in any order, and some come late (EVT-6). */
@FunctionalInterface
public interface Progress {
    /** The stages stand in their order; the state is one of them. */
    String after(String state, String told, List<String> stages);

    /** Nothing goes back to a stage that it has left: an event that says so is an old one. */
    static Progress forward() {
        return (state, told, stages) -> stages.indexOf(told) > stages.indexOf(state) ? told : state;
    }
}
