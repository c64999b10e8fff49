package dev.samekey.steps.judge.words;

/** What a response must be. */
public enum Likeness implements Word {
    SAME("the same as the first"),
    SAME_AND_NOT_NEW("the same as the first, and not a new one"),
    SAME_AND_MARKED_ALIKE("the same as the first, and marked alike by each replica"),
    SAME_AS_BEFORE("the same as before"),
    SAME_RESULT("about the same result"),
    SUCCESS("a success"),
    NEW("a new result"),
    OWN_RESULT("a result of its own"),
    MARKED("marked as what it is"),
    IN_TIME("complete and in time"),
    ACCEPTED("an acceptance of its key"),
    OF_THE_WINNER("that of the winner"),
    NO_REPLAY("no replay of the first"),
    DUE_TO_EXPIRED_KEY("what the contract says of an expired key"),
    WITHOUT_OLD_CREDENTIALS("without a cookie or challenge of the first"),
    WITHOUT_OLD_REQUEST_ID("without the request id of the first"),
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
