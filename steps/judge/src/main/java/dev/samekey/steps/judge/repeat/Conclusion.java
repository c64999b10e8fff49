package dev.samekey.steps.judge.repeat;

import static dev.samekey.steps.judge.repeat.Variables.quoted;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.world.Sign;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The last lines of a script: what is looked at, and how the script ends. */
final class Conclusion {
    private static final String LOOK = "unclear 'compare what was expected with what you see'";
    /** So long a late effect is waited for, in seconds. */
    private static final long LATE = 2;

    private final @Nullable Sign sign;
    private final Steps steps;
    private final Variables variables;

    Conclusion(@Nullable Sign sign, Steps steps, Variables variables) {
        this.sign = sign;
        this.steps = steps;
        this.variables = variables;
    }

    String text() {
        if (sign == null || !sign.isSeen()) {
            return LOOK;
        }
        if (sign instanceof Sign.Listed listed) {
            return counted(listed);
        }
        if (sign instanceof Sign.Elsewhere elsewhere) {
            return elsewhere(elsewhere);
        }
        if (sign instanceof Sign.OneWinner race) {
            return race(race);
        }
        return ofOne((Sign.OfOne) sign);
    }

    private int number(Answer answer) {
        List<Integer> numbers = RepeatScript.of(steps.sent(), List.of(answer));
        return numbers.isEmpty() ? 0 : numbers.get(0);
    }

    private String ofOne(Sign.OfOne one) {
        int of = number(one.of());
        int first = one.first() == null ? 0 : number(one.first());
        if (of == 0 || (one.first() != null && first == 0)) {
            return LOOK;
        }
        String responses = of + (first == 0 ? "" : " " + first);
        String words = "Request " + of + " must " + one.words() + (first == 0 ? "" : " " + first) + ".";
        String arguments = one.arguments().stream()
                .map(argument -> " " + quoted(variables.in(argument)))
                .collect(Collectors.joining());
        return """
                printf '%%s\\n' %s
                if %s %s%s; then
                  holds
                elif [ "$(status %d)" = %d ]; then
                  broken
                fi
                unclear "request %d got $(status %d), which is neither what is expected nor what the run got"
                """.formatted(
                quoted(variables.in(RepeatScript.line(words))),
                one.look().function(),
                responses,
                arguments,
                of,
                one.of().status(),
                of,
                of).stripTrailing();
    }

    private String race(Sign.OneWinner race) {
        List<Integer> numbers = RepeatScript.of(steps.sent(), race.round());
        String isLegal = Stream.concat(
                        Stream.of("success \"$n\""),
                        race.losers().stream()
                                .map(Sign::arguments)
                                .map(with -> "refused \"$n\" " + quoted(with.get(0)) + " " + quoted(with.get(1))))
                .collect(Collectors.joining(" || "));
        return """
                # One request must win. Each other one must get its outcome, or one of the refusals of the contract.
                odd=0
                for n in %s; do %s || odd=$((odd + 1)); done
                results=$(for n in %s; do success "$n" && value "$n" %s 1; done | sort -u | wc -l)
                echo "results: $((results)); responses that are neither the outcome nor such a refusal: $odd"
                if [ "$results" -gt 1 ] || [ "$odd" -gt 0 ]; then broken; fi
                echo 'A race is won by chance: start this script a few times before you believe that the break is gone.'
                holds""".formatted(
                        RepeatScript.numbers(numbers),
                        isLegal,
                        RepeatScript.numbers(numbers),
                        quoted(Sign.extended(Sign.member(race.id()))));
    }

    private String counted(Sign.Listed listed) {
        StringJoiner lines = new StringJoiner("\n");
        long wait = Math.max(LATE, listed.seconds());
        lines.add("# Counts the effects in a listing of the API. One that comes late counts, too.");
        lines.add("sleep " + wait);
        List<String> files = new ArrayList<>();
        for (int i = 0; i < listed.views().size(); i++) {
            String as = "effects" + (i + 1);
            files.add(as);
            lines.add(steps.look(as, listed.views().get(i), listed.replica()));
            lines.add("success " + as + " || unclear \"the listing got $(status " + as + ")\"");
        }
        String item = quoted("\"" + Sign.extended(listed.member()) + "\" *: *(\"[^\"]*\"|[^],} ]+)");
        String bodies = files.stream().map(file -> "body " + file).collect(Collectors.joining("; "));
        lines.add("effects=$("
                + (files.size() > 1 ? "{ " + bodies + "; }" : bodies) + " | grep -oE " + item + " | "
                + (files.size() > 1 ? "sort -u | " : "") + "wc -l)");
        lines.add("echo \"effects:    $((effects)); expected: " + listed.wanted() + "; in the run: " + listed.seen()
                + "\"");
        lines.add("if [ \"$effects\" -eq " + listed.wanted() + " ]; then holds; fi");
        String like = listed.seen() > listed.wanted() ? "-gt" : "-lt";
        lines.add("if [ \"$effects\" " + like + " " + listed.wanted() + " ]; then broken; fi");
        return lines.add("unclear 'there are neither as many effects as expected nor as in the run'")
                .toString();
    }

    private String elsewhere(Sign.Elsewhere elsewhere) {
        return "# No request shows the effects.\n"
                + "printf '%s\\n' "
                + quoted(variables.in("Look at the effects yourself: " + elsewhere.where()
                        + (elsewhere.where().startsWith("GET ")
                                ? ""
                                : "\n  :unique is " + elsewhere.unique() + ", :key is " + elsewhere.key())))
                + "\n" + LOOK;
    }
}
