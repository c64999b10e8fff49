package dev.samekey.steps.judge.world;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.contract.Marker;
import dev.samekey.steps.model.contract.Refusal;
import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * By what a break is known when its requests are sent again: what an assertion has looked at, in a form that a script can look at
 * too. Responses are named by the objects that the scenario got.
 */
public sealed interface Sign {
    /** Whether it shows in the run itself: a script sees less than the scenario did. */
    default boolean isSeen() {
        return true;
    }

    /**
     * One response must be so.
     *
     * @param of the one that was not as it must be
     * @param first the one it is compared with; null where it is compared with none
     * @param words how it must be: what follows on «request 2 must», and ends before the number of the other one
     * @param arguments what the look gets after the responses
     */
    record OfOne(Answer of, @Nullable Answer first, String words, Look look, List<String> arguments) implements Sign {
        @Override
        public boolean isSeen() {
            return !look.passes(of, first, arguments);
        }
    }

    /** Each of these is a success or one of these refusals, and the successes have one id. */
    record OneWinner(List<Answer> round, List<Refusal> losers, String id) implements Sign {
        @Override
        public boolean isSeen() {
            String member = extended(member(id));
            return round.stream()
                                    .filter(Answer::isSuccessful)
                                    .map(answer -> Look.value(answer, member, 1))
                                    .distinct()
                                    .count()
                            > 1
                    || !round.stream().allMatch(answer -> answer.isSuccessful() || isLoser(answer));
        }

        private boolean isLoser(Answer answer) {
            return losers.stream().anyMatch(loser -> Look.REFUSED.passes(answer, null, arguments(loser)));
        }
    }

    /**
     * A listing shows so many.
     *
     * @param views the same listing, as each caller may see it
     * @param member the name of a member that each item has once
     * @param unique what the listing is about
     * @param seen how many the scenario saw
     * @param seconds how long effects may take
     */
    record Listed(List<Request> views, URI replica, String member, String unique, long wanted, long seen, long seconds)
            implements Sign {}

    /**
     * Only another oracle shows it: a query of a database, or what a listing has in another form.
     *
     * @param where in words, such as the query
     */
    record Elsewhere(String where, String unique, String key) implements Sign {}

    /** It has the status of another. */
    static Sign sameStatus(Answer of, Answer first) {
        return new OfOne(of, first, "get the status of request", Look.SAME_STATUS, List.of());
    }

    /** It has this status. */
    static Sign hasStatus(Answer of, int status) {
        return alone(of, "get the status " + status, Look.HAS_STATUS, String.valueOf(status));
    }

    /** It is a success. */
    static Sign success(Answer of) {
        return alone(of, "succeed", Look.SUCCESS);
    }

    /** It is refused, with whatever 4xx. */
    static Sign anyRefusal(Answer of) {
        return alone(of, "be refused", Look.REFUSAL);
    }

    /** It is refused so. */
    static Sign refused(Answer of, Refusal as) {
        return new OfOne(of, null, "be refused as " + as, Look.REFUSED, arguments(as));
    }

    /** What {@link Look#REFUSED} gets. */
    static List<String> arguments(Refusal refusal) {
        return List.of(
                refusal.statuses().stream().map(String::valueOf).collect(Collectors.joining(" ")),
                refusal.extendedCodes());
    }

    /** It has the very body of another. */
    static Sign sameBody(Answer of, Answer first) {
        return new OfOne(of, first, "get the body of request", Look.SAME_BODY, List.of());
    }

    /**
     * It says the same as another, as JSON.
     *
     * @param but the names of members that may differ
     */
    static Sign sameMembers(Answer of, Answer first, List<String> but) {
        String those = but.stream().map(Sign::extended).collect(Collectors.joining("|"));
        String lines = those.isEmpty() ? "^$" : "^(\"(" + those + ")\" *:.*)?$";
        return new OfOne(of, first, "say in its body what that says of request", Look.SAME_MEMBERS, List.of(lines));
    }

    /** It has a header of another. */
    static Sign sameHeader(Answer of, Answer first, String name) {
        return new OfOne(of, first, "get the " + name + " of request", Look.SAME_HEADER, List.of(name));
    }

    /** It does not have the value that this header has in another. */
    static Sign otherHeader(Answer of, Answer first, String name) {
        return new OfOne(of, first, "get another " + name + " than request", Look.OTHER_HEADER, List.of(name));
    }

    /** It has this header. */
    static Sign hasHeader(Answer of, String name) {
        return alone(of, "get a header " + name, Look.HAS_HEADER, name);
    }

    /** It is marked as a replay, or it is not. */
    static Sign marked(Answer of, Marker marker, boolean isMarked) {
        String words = (isMarked ? "" : "not ") + "be marked as a replay";
        if (marker.header() == null) {
            Look byMember = isMarked ? Look.MARKED_BY_MEMBER : Look.UNMARKED_BY_MEMBER;
            return alone(of, words, byMember, extended(member(marker.place())), marker.extended());
        }
        Look byHeader = isMarked ? Look.MARKED_BY_HEADER : Look.UNMARKED_BY_HEADER;
        return alone(of, words, byHeader, marker.place(), marker.extended());
    }

    /**
     * It has the id of another, or another one.
     *
     * @param id its pointer
     */
    static Sign sameId(Answer of, Answer first, String id, boolean isSame) {
        String words = isSame ? "get the id of request" : "get another id than request";
        String name = extended(member(id));
        return new OfOne(
                of,
                first,
                words,
                isSame ? Look.SAME_ID : Look.OTHER_ID,
                List.of(
                        name,
                        String.valueOf(Math.max(1, which(of, id))),
                        String.valueOf(Math.max(1, which(first, id)))));
    }

    private static Sign alone(Answer of, String words, Look look, String... arguments) {
        return new OfOne(of, null, words, look, List.of(arguments));
    }

    /** A name as an extended regular expression of POSIX. */
    static String extended(String name) {
        return name.replaceAll("[.\\[\\\\()*+?{|^$]", "\\\\$0");
    }

    /** The last name of a pointer. */
    static String member(String pointer) {
        return pointer.substring(pointer.lastIndexOf('/') + 1);
    }

    /** Which member of that name in a body is the one that a pointer names, from 1; 0 where nobody can say. */
    static int which(Answer answer, String pointer) {
        String value = answer.at(pointer).asText();
        Matcher found = Pattern.compile("\"" + Pattern.quote(member(pointer)) + "\"\\s*:\\s*(\"[^\"]*\"|[^\\],}\\s]+)")
                .matcher(answer.body());
        for (int which = 1; found.find(); which++) {
            if (found.group(1).equals(value) || found.group(1).equals('"' + value + '"')) {
                return which;
            }
        }
        return 0;
    }
}
