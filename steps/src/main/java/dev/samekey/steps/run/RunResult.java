package dev.samekey.steps.run;

import dev.samekey.steps.verdict.ScenarioResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What one run saw: the evidence from which reports are made.
 *
 * @param target the target's name
 * @param contract the dialect's name
 * @param requests how many requests were sent
 */
public record RunResult(
        String target, String contract, List<ScenarioResult> scenarios, int requests, Instant start, Duration took) {}
