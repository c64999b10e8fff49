package dev.samekey.steps.judge.client;

import dev.samekey.steps.drive.service.Behaviour;

/** How a service sends a client elsewhere in place of an answer (RFC 9110, section 15.4). It has not acted. */
enum Redirect {
    PERMANENT(308),
    TEMPORARY(307),
    /** Who follows this one or the next may turn a POST into a GET, which does nothing. */
    OLD_PERMANENT(301),
    OLD_TEMPORARY(302),
    /** Who follows it gets a result: there is none. */
    TO_A_RESULT(303);

    private static final int NOT_FOUND = 404;

    private final int status;

    Redirect(int status) {
        this.status = status;
    }

    /** The first attempt is sent elsewhere, and those that follow are answered there. */
    Behaviour behaviour(int attempt) {
        if (attempt == 1) {
            return new Behaviour.Redirect(status);
        }
        return this == TO_A_RESULT ? new Behaviour.Refuse(NOT_FOUND, null, null) : new Behaviour.Succeed();
    }
}
