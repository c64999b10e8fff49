package dev.samekey.steps.judge.words;

import dev.samekey.steps.model.targets.SandboxWord;
import org.jspecify.annotations.Nullable;

/** What the target's sandbox does with a new operation. */
public enum Fate implements Word {
    INVALID("be invalid", SandboxWord.INVALID),
    LACK_KEY("lack its key", null),
    TOO_LARGE("be too large", null),
    ALMOST_TOO_LARGE("be almost too large", null),
    UNACKNOWLEDGED("be acknowledged too late", SandboxWord.SLOW_ANSWER),
    FAIL_ONCE("fail once", SandboxWord.UNAVAILABLE_ONCE),
    FAIL_THREE_TIMES("fail three times", SandboxWord.FAILS_THREE_TIMES),
    FAIL_ALWAYS("always fail", SandboxWord.POISON),
    FAIL_AFTER_EFFECT("fail once after its effect", SandboxWord.FAILS_AFTER_EFFECT),
    /** A run of a job that is started here, and fails. */
    FAIL_HALFWAY("fail halfway through its work", SandboxWord.FAILS_HALFWAY_ONCE),
    FAIL_BEFORE_NEXT_RUN("fail halfway before its next run is completed", SandboxWord.FAILS_HALFWAY_ONCE),
    RATE_LIMIT("meet a rate limit", SandboxWord.RATE_LIMITED),
    RATE_LIMIT_ONCE("meet a rate limit once", SandboxWord.RATE_LIMITED_ONCE),
    UNAVAILABLE("meet an unavailable dependency", SandboxWord.UNAVAILABLE),
    SLOW("be slow", SandboxWord.SLOW),
    /** No sandbox is asked for it: the request names an outdated state. */
    REFUSED_ONCE("be refused once", SandboxWord.UNAVAILABLE_ONCE),
    STALE("be stale", null);

    private final String words;
    private final @Nullable SandboxWord sandbox;

    Fate(String words, @Nullable SandboxWord sandbox) {
        this.words = words;
        this.sandbox = sandbox;
    }

    @Override
    public String words() {
        return words;
    }

    /** What the target file calls it; null where it takes no sandbox. */
    public @Nullable SandboxWord sandbox() {
        return sandbox;
    }
}
