package dev.samekey.steps.judge.client;

import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.drive.service.Script;
import dev.samekey.steps.judge.words.Word;

/** How a service sends a client elsewhere in place of an answer (RFC 9110, section 15.4). It has not acted. */
public enum Redirect implements Word {
    PERMANENT("a permanent redirect", 308),
    TEMPORARY("a temporary redirect", 307),
    /** Who follows this one or the next may turn a POST into a GET, which does nothing. */
    OLD_PERMANENT("an old permanent redirect", 301),
    OLD_TEMPORARY("an old temporary redirect", 302),
    /** Who follows it gets a result: there is none. */
    TO_A_RESULT("a redirect to a result", 303);

    private static final int NOT_FOUND = 404;

    private final String words;
    private final int status;

    Redirect(String words, int status) {
        this.words = words;
        this.status = status;
    }

    @Override
    public String words() {
        return words;
    }

    /** The first attempt is sent elsewhere, and those that follow are answered there. */
    public Script script() {
        Behaviour elsewhere =
                this == TO_A_RESULT ? new Behaviour.Refuse(NOT_FOUND, null, null) : new Behaviour.Succeed();
        return (unique, number) -> number == 1 ? new Behaviour.Redirect(status) : elsewhere;
    }
}
