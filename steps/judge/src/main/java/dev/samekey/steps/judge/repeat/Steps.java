package dev.samekey.steps.judge.repeat;

import static dev.samekey.steps.judge.repeat.Variables.quoted;

import dev.samekey.steps.drive.credentials.PrincipalCredentials;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Content;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Move;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.Sign;
import dev.samekey.steps.model.targets.Delivery;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The requests of a scenario as lines of a shell, in their order; those that were under way together are so again. */
final class Steps {
    /** A shorter wait of the run was none on purpose. */
    private static final Duration WAIT = Duration.ofMillis(900);
    /** What follows so soon was to be at the same time. */
    private static final Duration TOGETHER = Duration.ofMillis(50);

    private static final int LONGEST_BYTES = 64 * 1024;
    private static final Producer PRODUCER = new Producer(InstantSource.system());
    private static final Pattern PLAIN = Pattern.compile("[A-Z]+");
    private static final Pattern NUL_OR_BROKEN = Pattern.compile("[\0\uFFFD]");

    private final Variables variables;
    private final Set<Answer> judged;

    private final List<Move.Sent> sent = new ArrayList<>();
    private final IdentityHashMap<Move.Sent, Integer> positions = new IdentityHashMap<>();
    private final List<URI> replicas = new ArrayList<>();
    private final List<String> rows = new ArrayList<>();
    /** By its text, the file of a body. */
    private final Map<String, String> bodies = new LinkedHashMap<>();
    /** By its value in the run, which request has the id. */
    private final Map<String, String> extracted = new LinkedHashMap<>();

    private final String text;
    private boolean isSigned;
    /** What a shell cannot do. */
    private final List<String> obstacles = new ArrayList<>();

    Steps(List<Move> moves, Variables variables, List<Answer> judged) {
        this.variables = variables;
        this.judged = RepeatScript.these(judged);
        for (Move move : moves) {
            if (move instanceof Move.Sent one && !one.exchange().request().isPublished()) {
                sent.add(one);
                positions.put(one, sent.size());
                if (!replicas.contains(one.exchange().replica())) {
                    replicas.add(one.exchange().replica());
                }
            }
        }
        ids();
        this.text = rendered(moves);
    }

    String text() {
        return text;
    }

    /** The requests; a script calls each by its position, from 1. */
    List<Move.Sent> sent() {
        return sent;
    }

    List<URI> replicas() {
        return replicas;
    }

    /** What prints the statuses. */
    List<String> rows() {
        return rows;
    }

    /** Whether samekey has to sign something. */
    boolean isSigned() {
        return isSigned;
    }

    /** What was done in the run and a shell cannot do; nothing where it can repeat all of it. */
    List<String> obstacles() {
        return obstacles;
    }

    /** The variable of a replica. */
    static String base(int replica) {
        return replica == 0 ? "base" : "base" + (replica + 1);
    }

    String base(URI replica) {
        return "${" + base(Math.max(0, replicas.indexOf(replica))) + "}";
    }

    /** The id of the result that a request got; nothing where it has none. */
    static Optional<String> id(Move.Sent one) {
        Call call = one.call();
        Answer answer = one.exchange().answer();
        return call == null
                        || answer == null
                        || !answer.isSuccessful()
                        || call.operation().id() == null
                ? Optional.empty()
                : Optional.of(Calls.id(call.operation(), answer).asText()).filter(id -> !id.isEmpty());
    }

    /** Gives each id a variable before anything is written, for a later request may name it. */
    private void ids() {
        for (int i = 0; i < sent.size(); i++) {
            Move.Sent one = sent.get(i);
            int number = i + 1;
            id(one).filter(id -> !extracted.containsKey(id)).ifPresent(id -> {
                Call call = Objects.requireNonNull(one.call());
                String pointer = String.valueOf(call.operation().id());
                String member = quoted(Sign.extended(Sign.member(pointer)));
                int which = Sign.which(Objects.requireNonNull(one.exchange().answer()), pointer);
                if (which > 0) {
                    String name = variable(call.name() + "_id", number);
                    variables.add(name, id);
                    extracted.put(id, name + "=$(value " + number + " " + member + " " + which + ")");
                }
            });
            Optional.ofNullable(one.exchange().answer())
                    .flatMap(answer -> answer.header("ETag"))
                    .filter(etag -> one.call() != null && !extracted.containsKey(etag))
                    .ifPresent(etag -> {
                        String name =
                                variable(Objects.requireNonNull(one.call()).name() + "_etag", number);
                        variables.addWhole("If-Match", etag, name);
                        extracted.put(etag, name + "=$(header " + number + " ETag)");
                    });
        }
    }

    private static String variable(String name, int number) {
        return name.toLowerCase(Locale.ROOT).replaceAll("\\W+", "_").replaceAll("^(?=\\d)", "_") + number;
    }

    private String rendered(List<Move> moves) {
        StringJoiner lines = new StringJoiner("\n");
        long end = Long.MAX_VALUE;
        int at = 0;
        while (at < moves.size()) {
            Move move = moves.get(at);
            if (move instanceof Move.ByHand hand) {
                obstacles.add(hand.what());
                at++;
                continue;
            }
            Move.Sent first = (Move.Sent) move;
            if (first.exchange().request().isPublished()) {
                obstacles.add("an event is published to "
                        + first.exchange().request().path().substring(1));
                at++;
                continue;
            }
            List<Move.Sent> together = together(moves, at);
            wait(end, first).ifPresent(lines::add);
            lines.add(together.size() == 1 ? one(first) : several(together)).add("");
            end = together.stream()
                    .mapToLong(one -> one.exchange().answered())
                    .max()
                    .orElse(end);
            at += together.size();
        }
        return lines.toString();
    }

    private static Optional<String> wait(long end, Move.Sent next) {
        Duration gap = Duration.ofNanos(next.began() - end);
        return end == Long.MAX_VALUE || gap.compareTo(WAIT) < 0
                ? Optional.empty()
                : Optional.of("# The run waited so long, too.\nsleep " + (gap.toSeconds() + 1));
    }

    /** Those that left before the ones before them were answered. */
    private static List<Move.Sent> together(List<Move> moves, int from) {
        List<Move.Sent> together = new ArrayList<>();
        long answered = Long.MIN_VALUE;
        for (Move move : moves.subList(from, moves.size())) {
            boolean isOther = !(move instanceof Move.Sent sent)
                    || sent.exchange().request().isPublished();
            if (isOther || (!together.isEmpty() && move.began() >= answered)) {
                break;
            }
            Move.Sent one = (Move.Sent) move;
            together.add(one);
            answered = Math.max(answered, one.exchange().answered());
        }
        return together;
    }

    private int number(Move.Sent one) {
        Integer number = positions.get(one);
        if (number == null) {
            throw new IllegalStateException("a request that is none of the script's");
        }
        return number;
    }

    private String one(Move.Sent one) {
        int number = number(one);
        StringJoiner lines = new StringJoiner("\n");
        lines.add("# " + number + ": " + title(one) + "; in the run: " + status(one) + ".");
        String body = newBody(one);
        if (!body.isEmpty()) {
            lines.add(body);
        }
        lines.add(command(one, String.valueOf(number)));
        boolean isCondition = one.purpose() == null || one.purpose() == Purpose.FIRST;
        Answer answer = one.exchange().answer();
        if (isCondition && answer != null && !judged.contains(answer)) {
            lines.add("must " + number + " " + answer.status());
        }
        rows.add("row " + quoted(number + " " + title(one)) + " " + status(one) + " " + number);
        extraction(number).forEach(lines::add);
        return lines.toString();
    }

    /** What later requests need of its response. */
    private List<String> extraction(int number) {
        return extracted.values().stream()
                .filter(line -> variables.isUsed(line.substring(0, line.indexOf('='))))
                .filter(line -> line.matches("(?s)\\w+" + number + "=\\$\\((value|header) " + number + " .*"))
                .toList();
    }

    /** What is started at once: one request, and those that waited for its response. */
    private record Start(List<Move.Sent> sent) {
        Move.Sent first() {
            return sent.get(0);
        }
    }

    /** Of those that were under way together, some waited for a response under the same key. */
    private static List<Start> starts(List<Move.Sent> together) {
        List<Start> starts = new ArrayList<>();
        for (Move.Sent one : together) {
            starts.stream()
                    .filter(start -> follows(one, start.sent().get(start.sent().size() - 1)))
                    .findFirst()
                    .ifPresentOrElse(
                            start -> start.sent().add(one), () -> starts.add(new Start(new ArrayList<>(List.of(one)))));
        }
        return starts;
    }

    private static boolean follows(Move.Sent one, Move.Sent before) {
        String key = one.call() == null ? null : one.call().key();
        return key != null
                && before.call() != null
                && key.equals(before.call().key())
                && one.began() >= before.exchange().answered()
                && !one.title().endsWith(Move.SIMULTANEOUS);
    }

    private String several(List<Move.Sent> together) {
        StringJoiner lines = new StringJoiner("\n");
        Map<String, List<Start>> alike = new LinkedHashMap<>();
        bodiesOf(together).forEach(lines::add);
        starts(together)
                .forEach(start -> alike.computeIfAbsent(
                                start.sent().size() > 1 ? sequence(start) : command(start.first(), "\"$n\""),
                                unused -> new ArrayList<>())
                        .add(start));
        long before = together.get(0).began();
        for (List<Start> some : alike.values()) {
            Move.Sent first = some.get(0).first();
            Duration gap = Duration.ofNanos(first.began() - before);
            if (gap.compareTo(TOGETHER) > 0) {
                lines.add("sleep " + String.format(Locale.ROOT, "%.1f", gap.toMillis() / 1000.0 + 0.05));
            }
            before = first.began();
            if (some.get(0).sent().size() > 1) {
                inTurn(some.get(0)).forEach(lines::add);
            } else {
                atOnce(some.stream().map(Start::first).toList()).forEach(lines::add);
            }
        }
        lines.add("wait");
        if (together.stream()
                .anyMatch(one ->
                        one.exchange().reply().filter(Answer::isSuccessful).isPresent())) {
            lines.add("one_success "
                    + RepeatScript.numbers(together.stream().map(this::number).toList()));
        }
        together.stream()
                .map(this::number)
                .flatMap(number -> extraction(number).stream())
                .forEach(lines::add);
        return lines.toString();
    }

    private List<String> atOnce(List<Move.Sent> some) {
        List<Integer> numbers = some.stream().map(this::number).toList();
        Move.Sent first = some.get(0);
        rows.add("row " + quoted(named(numbers, first)) + " " + quoted(statuses(some)) + " "
                + RepeatScript.numbers(numbers));
        return List.of(
                "# " + RepeatScript.numbers(numbers) + ": " + title(first) + ", not waited for.",
                some.size() == 1
                        ? command(first, String.valueOf(numbers.get(0))) + " &"
                        : "for n in " + RepeatScript.numbers(numbers) + "; do\n  "
                                + command(first, "\"$n\"").replace("\n", "\n  ") + " &\ndone");
    }

    private List<String> inTurn(Start start) {
        start.sent()
                .forEach(one -> rows.add(
                        "row " + quoted(number(one) + " " + title(one)) + " " + status(one) + " " + number(one)));
        return List.of(
                "# "
                        + RepeatScript.numbers(
                                start.sent().stream().map(this::number).toList())
                        + ": each when the one before it is answered, and beside the others.",
                sequence(start));
    }

    private String sequence(Start start) {
        return start.sent().stream()
                .map(one -> "  " + command(one, String.valueOf(number(one))).replace("\n", "\n  "))
                .collect(Collectors.joining("\n", "(\n", "\n) &"));
    }

    private String named(List<Integer> numbers, Move.Sent first) {
        String title = title(first);
        return numbers.size() == 1
                ? numbers.get(0) + " " + title
                : title.matches("\\d.*") ? title : numbers.size() + " x " + title;
    }

    private List<String> bodiesOf(List<Move.Sent> together) {
        return together.stream()
                .map(this::newBody)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static String statuses(List<Move.Sent> some) {
        return some.stream()
                .collect(Collectors.groupingBy(Steps::status, LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(status -> (status.getValue() > 1 ? status.getValue() + " x " : "") + status.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String status(Move.Sent one) {
        return one.exchange()
                .reply()
                .map(answer -> String.valueOf(answer.status()))
                .orElse("none");
    }

    /** One line, for comments too. */
    private String title(Move.Sent one) {
        return RepeatScript.line(words(one) + (one.call() == null ? "" : by(one.call())));
    }

    /** Who sends, where there are several. */
    private String by(Call call) {
        long callers = sent.stream()
                .flatMap(one -> Stream.ofNullable(one.call()))
                .map(Call::caller)
                .distinct()
                .count();
        return callers < 2 ? "" : ", by " + call.caller().principal();
    }

    private static String words(Move.Sent one) {
        Purpose purpose = one.purpose();
        String name = one.call() == null ? "" : one.call().name();
        if (one.title().endsWith(Move.SIMULTANEOUS) || purpose == null) {
            return one.title();
        }
        return switch (purpose) {
            case FIRST -> "the first request for the " + name;
            case DUPLICATE -> "the same request for the " + name + " again";
            case OTHER_PAYLOAD -> "another payload for the " + name;
            case CORRECTED -> "the corrected request for the " + name;
            case CONTROL -> "a request to compare with, for the " + name;
            case UNKNOWN_KEY -> "the same under a key that nobody knows";
            case EARLIER_READING, READING -> "the result of the " + name;
            case OTHER -> "another request for the " + name;
        };
    }

    private String newBody(Move.Sent one) {
        String marked = content(one);
        if (marked == null || bodies.containsKey(marked)) {
            return "";
        }
        bodies.put(marked, "body" + (bodies.size() + 1));
        return body(one, marked);
    }

    /** The body with marks; null where there is none. */
    private @Nullable String content(Move.Sent one) {
        Content content = one.exchange().request().content();
        if (content == null) {
            return null;
        }
        return isReadable(content)
                ? variables.in(new String(content.bytes(), StandardCharsets.UTF_8))
                : new String(content.bytes(), StandardCharsets.ISO_8859_1);
    }

    private static boolean isReadable(Content content) {
        return !NUL_OR_BROKEN
                .matcher(new String(content.bytes(), StandardCharsets.UTF_8))
                .find();
    }

    private String body(Move.Sent one, String marked) {
        Content content = Objects.requireNonNull(one.exchange().request().content());
        String file = Objects.requireNonNull(bodies.get(marked));
        if (!isReadable(content)) {
            byte[] bytes = content.bytes();
            if (bytes.length > LONGEST_BYTES) {
                obstacles.add("a body has " + bytes.length + " bytes that are no text");
                return "";
            }
            return "printf '" + octal(bytes) + "' >\"$dir/" + file + "\"";
        }
        String text = Variables.document(marked);
        String end = "END";
        while (("\n" + text + "\n").contains("\n" + end + "\n")) {
            end += "_";
        }
        return "content " + file + " <<" + end + "\n" + text + "\n" + end;
    }

    private static String octal(byte[] bytes) {
        StringBuilder octal = new StringBuilder();
        for (byte one : bytes) {
            octal.append(String.format("\\%03o", one & 0xFF));
        }
        return octal.toString();
    }

    /** The command that sends it, over some lines where it has headers. */
    private String command(Move.Sent one, String number) {
        Request request = one.exchange().request();
        Call call = one.call();
        Delivery delivery = call == null ? null : call.operation().delivery();
        Delivery.Signature signature = delivery == null ? null : delivery.signature();
        StringJoiner words = new StringJoiner(" \\\n  ");
        Optional<String> signer = PrincipalCredentials.signer(request);
        String protocol = one.exchange().protocol().curl();
        if (signer.isPresent()) {
            isSigned = true;
            words.add("signed " + number + " --as " + quoted(signer.get()) + method(request));
            request = PrincipalCredentials.unsigned(request);
        } else if (call != null
                && delivery != null
                && signature != null
                && request.content() != null
                && !one.asItIs()) {
            isSigned = true;
            words.add("signed " + number + " --event " + quoted(call.name()) + method(request));
            request = PRODUCER.unsigned(delivery, request);
        } else {
            if (one.asItIs() && signature != null) {
                obstacles.add("an event leaves with a signature that is wrong on purpose");
            }
            words.add("send " + number + (protocol.isEmpty() ? "" : " " + protocol.strip()) + method(request));
        }
        headers(request, signer.isPresent()).forEach(words::add);
        String marked = content(one);
        if (marked != null) {
            words.add("--data-binary @\"$dir/" + bodies.getOrDefault(marked, "body") + "\"");
        }
        return words.add(url(one.exchange().replica(), request.path())).toString();
    }

    /** Where a request goes, in double quotes. */
    String url(URI replica, String path) {
        return '"' + base(replica) + Variables.within(variables.in(path)) + '"';
    }

    /** A request that only looks, as the words of a command. */
    String look(String as, Request request, URI replica) {
        StringJoiner words = new StringJoiner(" \\\n  ");
        Optional<String> signer = PrincipalCredentials.signer(request);
        isSigned |= signer.isPresent();
        words.add(signer.map(who -> "signed " + as + " --as " + quoted(who)).orElse("send " + as));
        headers(PrincipalCredentials.unsigned(request), signer.isPresent()).forEach(words::add);
        return words.add(url(replica, request.path())).toString();
    }

    private static String method(Request request) {
        return switch (request.method()) {
            case "GET" -> request.content() == null ? "" : " -X GET";
            case "HEAD" -> " -I";
            default ->
                " -X " + (PLAIN.matcher(request.method()).matches() ? request.method() : quoted(request.method()));
        };
    }

    /** @param isBySamekey whether samekey adds what says who sends */
    private List<String> headers(Request request, boolean isBySamekey) {
        List<String> options = new ArrayList<>();
        for (Header header : request.headers()) {
            String marked = variables.inHeader(header);
            if (isBySamekey && variables.hasSecret(marked)) {
                continue;
            }
            options.add("-H " + (header.value().isBlank() ? quoted(header.name() + ";") : quoted(marked)));
        }
        if (request.content() != null) {
            if (request.header("Content-Type").isEmpty()) {
                options.add("-H 'Content-Type:'");
            }
        }
        return options;
    }
}
