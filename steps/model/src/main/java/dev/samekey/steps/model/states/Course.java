package dev.samekey.steps.model.states;

import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the execution of a payload comes to, as far as a sandbox can be asked for it. The first ones take the least time. */
public enum Course {
    SUCCEEDS(null, Event.COMPLETION),
    IS_DECLINED(SandboxWord.DECLINED, Event.FAILURE),
    BREAKS_DOWN_ONCE(SandboxWord.UNAVAILABLE_ONCE, Event.BREAKDOWN),
    SUCCEEDS_SLOWLY(SandboxWord.SLOW, Event.COMPLETION),
    BREAKS_DOWN_SLOWLY_ONCE(SandboxWord.SLOW_FAILURE_ONCE, Event.BREAKDOWN);

    private final @Nullable SandboxWord word;
    private final Event end;

    Course(@Nullable SandboxWord word, Event end) {
        this.word = word;
        this.end = end;
    }

    /** Those that the target file names a way to for an operation. */
    static Set<Course> of(Operation operation) {
        Set<Course> some = EnumSet.noneOf(Course.class);
        for (Course course : values()) {
            if (course.word == null || operation.can(course.word)) {
                some.add(course);
            }
        }
        return some;
    }

    /** What the target file calls it; nothing where nothing is asked for. */
    public Optional<SandboxWord> word() {
        return Optional.ofNullable(word);
    }

    /** How the execution ends. */
    Event end() {
        return end;
    }

    /** Whether others can be sent while it is executed. */
    public boolean isSlow() {
        return word == SandboxWord.SLOW || word == SandboxWord.SLOW_FAILURE_ONCE;
    }

    /** Whether only the first execution comes to that. */
    public boolean isOnce() {
        return word != null && word.isOnce();
    }
}
