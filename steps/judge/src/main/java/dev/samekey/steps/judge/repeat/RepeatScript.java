package dev.samekey.steps.judge.repeat;

import static dev.samekey.steps.judge.repeat.Variables.quoted;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Move;
import dev.samekey.steps.judge.world.Sign;
import dev.samekey.steps.model.targets.Secrets;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A script for a POSIX shell with curl that sends the requests of a scenario again, with keys of its own. It ends with 1 where the
 * break is there again, with 0 where it is not, and with 2 where it could not be judged.
 */
public final class RepeatScript {
    private static final int LONGEST_LINE = 200;
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}\\u2028\\u2029]+");

    private final About about;
    private final @Nullable Sign sign;
    private final Variables variables;
    private final Steps steps;
    private final List<String> obstacles;

    /**
     * What a script is about.
     *
     * @param clauses the ids of the clauses that are broken
     * @param scenario its name
     * @param reason what is broken, in a sentence
     * @param command what makes Samekey judge the scenario once more
     */
    public record About(
            List<String> clauses, String scenario, String reason, String expected, String actual, String command) {}

    private RepeatScript(About about, List<Move> moves, Journal journal, @Nullable Sign sign, Secrets secrets) {
        this.about = about;
        this.sign = sign;
        this.variables = new Variables(secrets);
        named("name", journal.uniques());
        named("key", journal.keys());
        // Which ids later requests need is known when all of them are written.
        var unused = new Steps(moves, variables, ofSign());
        this.steps = new Steps(moves, variables, ofSign());
        this.obstacles = obstacles(journal);
    }

    /**
     * The script of a break.
     *
     * @param journal of its scenario, which has not been taken yet; nothing where it has sent no request
     * @param sign by what the break is known; null where only the scenario can see it
     */
    public static Optional<String> of(About about, Journal journal, @Nullable Sign sign, Secrets secrets) {
        List<Move> moves = journal.moves();
        if (moves.stream().noneMatch(Move.Sent.class::isInstance)) {
            return Optional.empty();
        }
        return Optional.of(new RepeatScript(about, Rounds.only(sign, moves), journal, sign, secrets).text());
    }

    /** What a shell cannot do, in words. */
    private List<String> obstacles(Journal journal) {
        List<Move.Sent> answered = journal.moves().stream()
                .filter(Move.Sent.class::isInstance)
                .map(Move.Sent.class::cast)
                .toList();
        return Stream.concat(
                        steps.obstacles().stream(),
                        journal.left().stream()
                                .filter(key -> answered.stream().noneMatch(sent -> isUnder(key, sent)))
                                .map(key -> "a request was cut off before it had a response"))
                .distinct()
                .toList();
    }

    private static boolean isUnder(String key, Move.Sent sent) {
        Request request = sent.exchange().request();
        return (sent.call() != null && key.equals(sent.call().key()))
                || request.headers().stream().anyMatch(header -> header.value().contains(key))
                || request.path().contains(key)
                || String.valueOf(request.body()).contains(key);
    }

    private void named(String what, List<String> values) {
        for (int i = 0; i < values.size(); i++) {
            variables.add(what + (i + 1), values.get(i));
        }
    }

    /** The responses that it names. */
    private List<Answer> ofSign() {
        return sign instanceof Sign.OfOne one ? List.of(one.of()) : List.of();
    }

    private String text() {
        return obstacles.isEmpty() ? whole() : onlyWords();
    }

    /** What a script says that could only pretend. */
    private String onlyWords() {
        StringJoiner words = new StringJoiner("\n", "", "\n");
        words.add("#!/bin/sh").add(about()).add("printf '%s\\n' \\");
        words.add("  " + quoted("A shell cannot repeat this break, for it needs more than requests:") + " \\");
        obstacles.forEach(obstacle -> words.add("  " + quoted("- " + line(variables.in(obstacle))) + " \\"));
        words.add("  " + quoted("Samekey can, in the folder of the target file if there is one:") + " \\");
        return words.add("  " + quoted("    " + command())).add("exit 2").toString();
    }

    private String command() {
        return CONTROLS.matcher(about.command()).replaceAll(" ");
    }

    private String about() {
        return "# %s: %s\n# %s"
                .formatted(String.join(", ", about.clauses()), line(about.scenario()), line(about.reason()));
    }

    private String whole() {
        String sent = steps.text();
        String judged = new Conclusion(sign, steps, variables).text();
        StringJoiner body = new StringJoiner("\n");
        body.add(sent).add(table()).add("").add(expectation()).add(judged);
        StringJoiner script = new StringJoiner("\n", "", "\n");
        script.add(head()).add(settings());
        Functions.usedBy(body + "\n" + fresh())
                .forEach(function -> script.add(function).add(""));
        if (!fresh().isEmpty()) {
            script.add(fresh()).add("");
        }
        return script.add(body.toString().stripTrailing()).toString();
    }

    private String head() {
        return """
                #!/bin/sh
                %s
                #
                # Sends the requests of this scenario again, with keys of its own. It needs curl:
                #     sh repeat.sh [URL%s]
                # Exit code 1: the break is there again; 0: it is not; 2: it could not be judged.
                # What a shell does not see, Samekey does, in the folder of the target file if there is one:
                #     %s
                set -u
                """.formatted(about(), steps.replicas().size() < 2 ? "" : " [URL OF ANOTHER REPLICA]...", command());
    }

    private String settings() {
        StringJoiner settings = new StringJoiner("\n", "", "\n");
        settings.add("# Where the requests go: to where the run has sent them, or to what you name.");
        List<URI> replicas = steps.replicas();
        for (int i = 0; i < replicas.size(); i++) {
            String url = Variables.document(variables.in(replicas.get(i).toString()));
            int argument = i + 1;
            variables
                    .namesIn(variables.in(replicas.get(i).toString()))
                    .forEach(name -> settings.add("[ $# -ge " + argument + " ] || ( : \"${" + name
                            + ":?name the URL as argument " + argument + ", or set it}\" ) || exit 2"));
            settings.add(Steps.base(i) + "=${" + argument + ":-" + url + "}");
        }
        // The URLs may have used some, too.
        List<String> ofUrls = replicas.stream()
                .flatMap(url -> variables.namesIn(variables.in(url.toString())).stream())
                .toList();
        Map<String, String> secrets = variables.secrets();
        secrets.keySet().removeAll(ofUrls);
        if (!secrets.isEmpty()) {
            settings.add("").add("# Secrets are not written here: set these variables.");
            secrets.forEach((name, what) -> settings.add("( : \"${" + name + ":?set " + name + ": "
                    + what.replaceAll("[\"`$\\\\}]", "") + "}\" ) || exit 2"));
        }
        if (steps.isSigned()) {
            settings.add("")
                    .add("# Some requests are signed: by samekey, or by java with SAMEKEY_JAR, with this target file.")
                    .add("( : \"${SAMEKEY_TARGET:?set SAMEKEY_TARGET to the target file of the run}\" ) || exit 2");
        }
        return settings.add("")
                .add("dir=$(mktemp -d)")
                .add("trap 'rm -rf \"$dir\"' EXIT")
                .toString();
    }

    private String fresh() {
        return variables.values().entrySet().stream()
                .filter(value -> value.getValue().matches("(key|name)\\d+") && variables.isUsed(value.getValue()))
                .sorted(Map.Entry.comparingByValue())
                .map(value -> value.getValue() + "=$(fresh " + quoted(value.getKey()) + ")")
                .collect(Collectors.joining("\n"));
    }

    /** What each request got in the run and now, side by side. */
    private String table() {
        if (steps.rows().isEmpty()) {
            return "";
        }
        return "# What each request got.\nprintf '%-46s %-22s %s\\n' request 'status in the run' now\n"
                + String.join("\n", steps.rows());
    }

    private String expectation() {
        List<String> lines = new ArrayList<>();
        lines.add("echo");
        lines.add("printf '%s\\n' " + quoted("expected:   " + line(about.expected())));
        lines.add("printf '%s\\n' " + quoted("in the run: " + line(about.actual())));
        return String.join("\n", lines);
    }

    /** One line of a comment or of an argument. */
    static String line(String text) {
        String line = CONTROLS.matcher(text).replaceAll(" ").strip();
        return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + " …";
    }

    /** Such as {@code 2 3 4}. */
    static String numbers(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** The numbers of the requests that got these responses. */
    static List<Integer> of(List<Move.Sent> sent, List<Answer> answers) {
        Set<Answer> these = these(answers);
        return IntStream.range(0, sent.size())
                .filter(i -> these.contains(sent.get(i).exchange().answer()))
                .mapToObj(i -> i + 1)
                .toList();
    }

    /** The very objects: another response may be equal. */
    static Set<Answer> these(List<Answer> answers) {
        Set<Answer> these = Collections.newSetFromMap(new IdentityHashMap<>());
        these.addAll(answers);
        return these;
    }
}
