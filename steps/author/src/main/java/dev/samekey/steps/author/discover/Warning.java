package dev.samekey.steps.author.discover;

import java.util.List;

/**
 * A breach that was seen.
 *
 * @param observations the requests that showed it
 */
public record Warning(Breach breach, List<Observation> observations) {
    /** The clause and what was seen, such as {@code MIS-1: another payload under the same key got the first response}. */
    public String described() {
        return breach.clause() + ": " + breach.what();
    }

    /** The requests that showed it, with the beginning of their responses. */
    public List<String> seen() {
        return Observation.lines(observations, Observation::seen);
    }

    /** The same without the bodies. */
    public List<String> brief() {
        return Observation.lines(observations, Observation::brief);
    }
}
