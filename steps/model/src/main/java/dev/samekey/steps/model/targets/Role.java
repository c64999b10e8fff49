package dev.samekey.steps.model.targets;

/** What an operation is to the contract. The outlines of the features run over roles. */
public enum Role {
    /** Makes a thing. */
    CREATE,
    /** Takes an effect back, wholly or in part. */
    REVERSE,
    UPDATE,
    DELETE,
    /** Delivers an event to a consumer; its identity is in the event, not in a key. */
    EVENT,
    /** Runs a job; the id of the run is its key, in a place of its own. */
    JOB,
    /** Only makes what others come after; it is not judged. */
    SETUP;

    /** Whether each operation of this role has a result of its own, with an id of its own. */
    public boolean makesNew() {
        return this == CREATE || this == REVERSE;
    }

    /** Whether an operation of this role is judged by the key that the contract speaks of. */
    public boolean isKeyed() {
        return this != EVENT && this != JOB && this != SETUP;
    }
}
