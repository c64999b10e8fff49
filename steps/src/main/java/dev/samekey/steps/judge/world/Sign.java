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
    /**
     * One response must be so.
     *
     * @param of the one that was not as it must be
     * @param first the one it is compared with; null where it is compared with none
     * @param words how it must be: what follows on «request 2 must», and ends before the number of the other one
     * @param check the function of the script that looks at it, such as {@code same_status}
     * @param arguments what that function gets after the responses
     */
    record OfOne(Answer of, @Nullable Answer first, String words, String check, List<String> arguments)
            implements Sign {}

    /** Each of these is a success or one of these refusals, and the successes have one id. */
    record OneWinner(List<Answer> round, List<Refusal> losers, String id) implements Sign {}

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
        return new OfOne(of, first, "get the status of request", "same_status", List.of());
    }

    /** It has this status. */
    static Sign hasStatus(Answer of, int status) {
        return alone(of, "get the status " + status, "has_status", String.valueOf(status));
    }

    /** It is a success. */
    static Sign success(Answer of) {
        return alone(of, "succeed", "success");
    }

    /** It is refused, with whatever 4xx. */
    static Sign anyRefusal(Answer of) {
        return alone(of, "be refused", "refusal");
    }

    /** It is refused so. */
    static Sign refused(Answer of, Refusal as) {
        String statuses = as.statuses().stream().map(String::valueOf).collect(Collectors.joining(" "));
        return alone(of, "be refused as " + as, "refused", statuses, as.extendedCodes());
    }

    /** It has the very body of another. */
    static Sign sameBody(Answer of, Answer first) {
        return new OfOne(of, first, "get the body of request", "same_body", List.of());
    }

    /**
     * It says the same as another, as JSON.
     *
     * @param but the names of members that may differ
     */
    static Sign sameMembers(Answer of, Answer first, List<String> but) {
        String those = but.stream().map(Sign::extended).collect(Collectors.joining("|"));
        String lines = those.isEmpty() ? "^$" : "^(\"(" + those + ")\" *:.*)?$";
        return new OfOne(of, first, "say in its body what that says of request", "same_members", List.of(lines));
    }

    /** It has a header of another. */
    static Sign sameHeader(Answer of, Answer first, String name) {
        return new OfOne(of, first, "get the " + name + " of request", "same_header", List.of(name));
    }

    /** It does not have the value that this header has in another. */
    static Sign otherHeader(Answer of, Answer first, String name) {
        return new OfOne(of, first, "get another " + name + " than request", "other_header", List.of(name));
    }

    /** It has this header. */
    static Sign hasHeader(Answer of, String name) {
        return alone(of, "get a header " + name, "has_header", name);
    }

    /** It is marked as a replay, or it is not. */
    static Sign marked(Answer of, Marker marker, boolean isMarked) {
        String words = (isMarked ? "" : "not ") + "be marked as a replay";
        String check = isMarked ? "marked" : "unmarked";
        return marker.header() == null
                ? alone(of, words, check + "_by_member", extended(member(marker.place())), marker.extended())
                : alone(of, words, check + "_by_header", marker.place(), marker.extended());
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
                isSame ? "same_id" : "other_id",
                List.of(
                        name,
                        String.valueOf(Math.max(1, which(of, id))),
                        String.valueOf(Math.max(1, which(first, id)))));
    }

    private static Sign alone(Answer of, String words, String check, String... arguments) {
        return new OfOne(of, null, words, check, List.of(arguments));
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
