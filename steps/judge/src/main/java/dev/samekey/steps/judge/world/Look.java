package dev.samekey.steps.judge.world;

import dev.samekey.steps.drive.http.Answer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a script looks at one response: with a function of its own, which has the name of the constant. Here the same rule says
 * what that function would say of a response of the run: a look that the run's own break passes cannot show it again.
 */
public enum Look {
    SAME_STATUS,
    HAS_STATUS,
    SUCCESS,
    REFUSAL,
    /** With one of these statuses, apart by a space, and one of these codes, as an expression; either may be empty. */
    REFUSED,
    SAME_BODY,
    /** But for the lines that an expression finds. */
    SAME_MEMBERS,
    SAME_HEADER,
    OTHER_HEADER,
    HAS_HEADER,
    MARKED_BY_HEADER,
    UNMARKED_BY_HEADER,
    MARKED_BY_MEMBER,
    UNMARKED_BY_MEMBER,
    /** The name of a member as an expression, and which one of that name it is in each of the two, from 1. */
    SAME_ID,
    OTHER_ID;

    /** Its name in a script. */
    public String function() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether a response is as it must be.
     *
     * @param first the one it is compared with; null where it is compared with none
     * @param with what the function of the script gets after the responses
     */
    boolean passes(Answer of, @Nullable Answer first, List<String> with) {
        return switch (this) {
            case SAME_STATUS -> of.status() == other(first).status();
            case HAS_STATUS -> with.get(0).equals(String.valueOf(of.status()));
            case SUCCESS -> of.isSuccessful();
            case REFUSAL -> of.isRefusal();
            case REFUSED -> isRefused(of, with.get(0), with.get(1));
            case SAME_BODY -> of.body().equals(other(first).body());
            case SAME_MEMBERS -> members(of, with.get(0)).equals(members(other(first), with.get(0)));
            case SAME_HEADER -> hasSameHeader(of, other(first), with.get(0));
            case OTHER_HEADER -> !hasSameHeader(of, other(first), with.get(0));
            case HAS_HEADER -> !of.header(with.get(0)).orElse("").isEmpty();
            case MARKED_BY_HEADER -> isMarkedByHeader(of, with);
            case UNMARKED_BY_HEADER -> !isMarkedByHeader(of, with);
            case MARKED_BY_MEMBER -> isMarkedByMember(of, with);
            case UNMARKED_BY_MEMBER -> !isMarkedByMember(of, with);
            case SAME_ID -> hasSameId(of, other(first), with);
            case OTHER_ID -> !hasSameId(of, other(first), with);
        };
    }

    private static Answer other(@Nullable Answer first) {
        return Objects.requireNonNull(first, "a response to compare with");
    }

    private static boolean isRefused(Answer of, String statuses, String codes) {
        return of.isRefusal()
                && (statuses.isEmpty() || Arrays.asList(statuses.split(" ")).contains(String.valueOf(of.status())))
                && (codes.isEmpty()
                        || Pattern.compile("(\"|: *)(" + codes + ")(\"|[,}\\s]|$)", Pattern.MULTILINE)
                                .matcher(of.body())
                                .find());
    }

    private static List<String> members(Answer of, String but) {
        Pattern left = Pattern.compile(but);
        return Stream.of(of.body().split("[\\[\\]{},\n]"))
                .map(String::strip)
                .filter(line -> !left.matcher(line).find())
                .sorted()
                .toList();
    }

    private static boolean hasSameHeader(Answer of, Answer first, String name) {
        return of.header(name).equals(first.header(name));
    }

    private static boolean isMarkedByHeader(Answer of, List<String> with) {
        return of.header(with.get(0))
                .filter(value -> value.matches(with.get(1)))
                .isPresent();
    }

    private static boolean isMarkedByMember(Answer of, List<String> with) {
        return value(of, with.get(0), 1).matches(with.get(1));
    }

    private static boolean hasSameId(Answer of, Answer first, List<String> with) {
        return value(of, with.get(0), Integer.parseInt(with.get(1)))
                .equals(value(first, with.get(0), Integer.parseInt(with.get(2))));
    }

    /** The value of a member, as a script finds it; empty where there is none. */
    static String value(Answer of, String member, int which) {
        Matcher found = Pattern.compile("\"" + member + "\" *: *(\"[^\"]*\"|[^],} ]+)")
                .matcher(of.body().replace("\n", ""));
        String value = "";
        for (int i = 0; i < which; i++) {
            if (!found.find()) {
                return "";
            }
            value = found.group(1);
        }
        return value.replaceAll("^\"|\"$", "");
    }
}
