package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a broken clause does to a user of the API, the worst first: a run without time for all judges it in this order. */
public enum Harm {
    /** Something is done twice, or done and lost: money or goods move once too often. */
    @JsonProperty("effect")
    EFFECT("Something is done twice, or done and lost: money or goods move once too often."),
    /** A caller gets a wrong outcome, or that of another, and may act on it. */
    @JsonProperty("outcome")
    OUTCOME("A caller gets a wrong outcome, or that of another, and may act on it."),
    /** What was done is right and is said badly: codes, headers, white space, logs, descriptions. */
    @JsonProperty("form")
    FORM("What was done is right and is said badly: to callers, or to those who operate it.");

    private final String sentence;

    Harm(String sentence) {
        this.sentence = sentence;
    }

    /** What a break does. */
    public String sentence() {
        return sentence;
    }
}
