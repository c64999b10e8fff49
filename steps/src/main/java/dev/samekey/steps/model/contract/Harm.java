package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a broken clause does to a user of the API, the worst first: a run without time for all judges it in this order. */
public enum Harm {
    /** Something is done twice, or done and lost: money or goods move once too often. */
    @JsonProperty("effect")
    EFFECT,
    /** A caller gets a wrong outcome, or that of another, and may act on it. */
    @JsonProperty("outcome")
    OUTCOME,
    /** What was done is right and is said badly: codes, headers, white space, logs, descriptions. */
    @JsonProperty("form")
    FORM
}
