package dev.samekey.steps.judge.words;

/** What a response must be. */
public enum Likeness implements Word {
    SAME("the same as the first"),
    SAME_MARKED("the same as the first, marked as a replay"),
    SAME_SUCCESS("the same success as the first"),
    SAME_RESULT("about the same result"),
    SUCCESS("a success"),
    REPLAYED_SUCCESS("a replayed success"),
    NEW("a new result"),
    OWN_RESULT("a result of its own"),
    MARKED("marked as what it is"),
    IN_TIME("complete and in time"),
    ACCEPTED("an acceptance of its key"),
    OF_THE_WINNER("that of the winner"),
    DUE_TO_EXPIRED_KEY("what the contract says of an expired key"),
    DUE_TO_OTHER_ROUTE("what the contract says of another route");

    private final String words;

    Likeness(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
