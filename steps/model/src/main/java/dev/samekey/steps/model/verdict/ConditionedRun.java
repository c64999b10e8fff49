package dev.samekey.steps.model.verdict;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One run of a scenario under conditions.
 *
 * @param conditions by factor, the value that it had, be it the usual one
 * @param reason why it did not hold; empty where it did
 */
public record ConditionedRun(Map<String, String> conditions, Verdict verdict, String reason) {
    public ConditionedRun {
        conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    }
}
