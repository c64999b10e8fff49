package dev.samekey.steps.judge.world;

/** What a request is in its scenario. A Then asks for requests by their purpose, and never by their position. */
public enum Purpose {
    /** The first request of the operation under test. */
    FIRST,
    /** The request of the operation under test once more, perhaps over another way or in another notation. */
    DUPLICATE,
    /** Another payload under the key of the operation under test. */
    OTHER_PAYLOAD,
    /** The operation under test without what made it invalid. */
    CORRECTED,
    /** An operation of its own. */
    OTHER,
    /** What the others are compared with, such as a stranger with a key that nobody knows. */
    CONTROL,
    /** The request of a stranger who was refused once more, under a key that nobody knows. */
    UNKNOWN_KEY,
    /** A request that reads a result before it changes. */
    EARLIER_READING,
    /** A request that reads a result. */
    READING
}
