package dev.samekey.steps.model.targets;

import java.util.Locale;

/** What a target's sandbox can be asked to do with a request. The file writes the names in lower case. */
public enum SandboxWord {
    /** A deterministic refusal of the business. */
    DECLINED,
    /** A refusal of the request's own values. */
    INVALID,
    /** A refusal that says when to retry, each time or on the first attempt only. */
    RATE_LIMITED,
    RATE_LIMITED_ONCE,
    UNAVAILABLE,
    UNAVAILABLE_ONCE,
    /** A wait before the effect, each time or on the first attempt only. */
    SLOW,
    SLOW_ONCE,
    /** A wait between effect and response. */
    SLOW_ANSWER,
    /** A wait and then a failure, on the first attempt only. */
    SLOW_FAILURE_ONCE,
    /** For a job: a wait when a part of its work is committed. */
    SLOW_HALFWAY,
    /** For a job: a failure when a part of its work is done, on the first attempt only. */
    FAILS_HALFWAY_ONCE,
    /** A failure after the effect was written, on the first attempt only. */
    FAILS_AFTER_EFFECT,
    /** For an event: its first handler fails three times, or as often as there are attempts. */
    FAILS_THREE_TIMES,
    POISON;

    /** Whether only the first attempt meets it. */
    public boolean isOnce() {
        return name().endsWith("_ONCE") || this == FAILS_AFTER_EFFECT;
    }

    /** As it stands in a target file, such as {@code slow_once}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
