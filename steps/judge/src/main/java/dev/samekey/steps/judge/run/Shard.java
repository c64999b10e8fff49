package dev.samekey.steps.judge.run;

import dev.samekey.steps.drive.process.CannotRun;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One part of a run that several machines share.
 *
 * @param number from 1 to {@code of}
 * @param of how many parts there are
 */
public record Shard(int number, int of) {
    /** What stands for the numbers that a pipeline gives to its jobs. */
    public static final String AUTO = "auto";

    private static final Pattern FORM = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

    /** @throws CannotRun when there is no such part */
    public Shard {
        if (of < 1 || number < 1 || number > of) {
            throw new CannotRun("--shard " + number + "/" + of
                    + " is no shard: the first number goes from 1 to the second," + " such as 2/5. Nothing was sent");
        }
    }

    /**
     * Reads {@code 2/5}, or {@link #AUTO} for what the environment says: {@code CI_NODE_INDEX}, from 1 as GitLab counts, or
     * {@code JOB_COMPLETION_INDEX}, from 0 as Kubernetes counts, and {@code CI_NODE_TOTAL}.
     *
     * @throws CannotRun when it names no shard
     */
    public static Shard of(String text, Map<String, String> environment) {
        if (text.equals(AUTO)) {
            return of(environment);
        }
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new CannotRun(
                    "--shard «" + text + "» is no shard: write its number and how many there are, such as 2/5, or"
                            + " auto. Nothing was sent");
        }
        return new Shard(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
    }

    private static Shard of(Map<String, String> environment) {
        Integer total = number("CI_NODE_TOTAL", environment);
        Integer index = number("CI_NODE_INDEX", environment);
        Integer completion = number("JOB_COMPLETION_INDEX", environment);
        if (total != null && index != null) {
            return new Shard(index, total);
        }
        if (total != null && completion != null) {
            return new Shard(completion + 1, total);
        }
        throw new CannotRun("--shard auto needs CI_NODE_TOTAL and one of CI_NODE_INDEX and JOB_COMPLETION_INDEX in the"
                + " environment: set them, or write the numbers, such as --shard 2/5. Nothing was sent");
    }

    private static @Nullable Integer number(String name, Map<String, String> environment) {
        String value = environment.get(name);
        if (value == null || value.isEmpty()) {
            return null;
        }
        if (!value.matches("\\d{1,4}")) {
            throw new CannotRun(
                    "the variable " + name + " is «" + value + "», which is no number of a shard. Nothing was sent");
        }
        return Integer.valueOf(value);
    }

    @Override
    public String toString() {
        return "shard " + number + " of " + of;
    }
}
