package dev.samekey.steps.judge.words;

/** What is special about an operation that was completed. */
public enum History implements Word {
    WAS_SLOW("that was slow"),
    FAILED_AT_FIRST("that failed at first"),
    HAD_NO_BODY("with an empty response"),
    WAS_LONG("with a long payload"),
    WAS_CONDITIONAL("that depended on a version"),
    HAS_CHANGED("whose result has changed since"),
    WAS_READ("that was read with a key before its result changed"),
    FOLLOWED_BY_ANOTHER("that another one about the same thing has followed"),
    FOLLOWED_BY_ITS_NEXT_RUN("whose next run is completed too"),
    USED_BY_ANOTHER_PRINCIPAL("whose key another principal has used since"),
    USED_BY_ANOTHER_TENANT("whose key another tenant has used since"),
    ALMOST_EXPIRED("that is almost as old as its lifetime"),
    EXPIRED("that is older than its lifetime"),
    REPEATED_AND_EXPIRED("that was repeated and is older than its lifetime"),
    REPLAYED_AND_EXPIRED("that was replayed and is older than its lifetime"),
    OLDER_THAN_LOW_STAKES("that is older than the lifetime of low stakes");

    private final String words;

    History(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
