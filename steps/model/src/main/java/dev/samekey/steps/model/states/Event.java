package dev.samekey.steps.model.states;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The events of the shipped model: those that can be brought about. */
public enum Event {
    REQUEST("a request"),
    REFUSAL("an invalid request"),
    DUPLICATE("a duplicate"),
    OTHER_PAYLOAD("another payload"),
    COMPLETION("its success"),
    FAILURE("its failure"),
    BREAKDOWN("its breakdown"),
    CRASH("a crash"),
    TAKEOVER("a takeover"),
    EXPIRY("an expiry"),
    CLEANUP("a cleanup");

    private final String words;

    Event(String words) {
        this.words = words;
    }

    /** The event of that name in a model; nothing where it is one of the model's own. */
    static Optional<Event> of(String name) {
        return Stream.of(values())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst();
    }

    /** Whether it is how an execution ends. */
    boolean isEnd() {
        return this == COMPLETION || this == FAILURE || this == BREAKDOWN;
    }

    /** As a sentence says it. */
    @Override
    public String toString() {
        return words;
    }
}
