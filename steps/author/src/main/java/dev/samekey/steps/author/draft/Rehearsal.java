package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Credentials;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.world.Access;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Created;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.OtherParts;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.Polls;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sends the request of a curl line a few times, each under a key of its own, and sees what the line does not say: where the
 * id of a result is, how it is read and counted, and which other values are valid too. It says nothing of idempotency.
 */
public final class Rehearsal {
    private static final int ACCEPTED = 202;
    /** With the looks at what is under way. */
    private static final int MOST_REQUESTS = 1000;

    private static final int MOST_OTHERS = 6;
    private static final int ENOUGH_OTHERS = 2;
    private static final int SHORT = 16;
    private static final int LONGEST = 300;

    /** No other key and no other payload would help. */
    private static final Set<Integer> HOPELESS = Set.of(401, 403, 404, 405, 407, 410, 429);

    private static final Pattern NO_ID = Pattern.compile(".*(request|trace|correlation|span).*");
    private static final Pattern LIKE_ID = Pattern.compile(".*_(id|uuid|guid)|uuid|guid");
    private static final Pattern LIKE_NUMBER = Pattern.compile("(.*_)?(number|reference|ref|code|token|name|key)");

    private final CurlDraft draft;
    private final List<String> remarks = new ArrayList<>();
    private Key key;

    public Rehearsal(CurlDraft draft) {
        this.draft = draft;
        this.key = draft.key();
    }

    /**
     * What was seen.
     *
     * @param remarks in sentences
     * @param requests how many were sent
     */
    public record Result(List<String> remarks, int requests, CurlDraft draft, Sketch sketch) {
        /** The target file with the secrets of the line filled in, and a contract that names the key alone. */
        public TargetFile file() {
            return draft.file(sketch, null);
        }

        /**
         * The same with a contract.
         *
         * @param contract the member {@code contract} as YAML; null for one that names the key alone
         */
        public TargetFile file(@Nullable String contract, Path folder) {
            return draft.file(text(contract), folder);
        }

        /** Its text, with variables in place of the secrets. */
        public String text(@Nullable String contract) {
            return draft.text(sketch, contract);
        }
    }

    /** A request that was sent, and its answer. */
    private record Sent(Call call, Answer answer) {
        /** What says how it ended, where it was only accepted. */
        Answer result() {
            return answer.end() == null ? answer : answer.end().last();
        }

        boolean isSuccess() {
            return answer.isSuccessful();
        }
    }

    /**
     * Sends it.
     *
     * @throws CannotRun when the line itself does not succeed; the message says what was answered
     */
    public Result run() {
        TargetFile file = draft.file(draft.sketch(), null);
        TargetProcess.mustAnswer(file.target(), file.network());
        Pace pace = new Pace(
                MOST_REQUESTS, file.target().limits().rate(file.target().urls()), 2);
        try (Wire wire = new Wire(
                file.target().limits().answerLimit(),
                Brokers.none(),
                file.network(),
                pace,
                file.target()::requireWrites,
                unused -> {},
                Credentials.NONE,
                new Polls(file.target().urls(), new Created(file.contracts(), file.secrets())))) {
            Sketch sketch = rehearsed(wire);
            return new Result(List.copyOf(remarks), wire.requests(), draft, sketch);
        }
    }

    private Sketch rehearsed(Wire wire) {
        List<Sent> first = new ArrayList<>();
        Sketch sketch = working(wire, first);
        Sent accepted = first.get(0);
        sketch = sketch.withPoll(poll(wire, accepted));
        Sent one = sketch.poll().isEmpty() ? accepted : again(wire, sketch);
        Sent another = again(wire, sketch);
        Optional<String> id = id(one, another);
        sketch = sketch.withId(id.orElse(null));
        if (id.isPresent()) {
            sketch = sketch.withRead(read(wire, one, id.get()));
        } else {
            remarks.add("no id of a result was found in the response, so only counted effects show what was done");
        }
        sketch = sketch.withList(list(wire, one, sketch));
        return sketch.withIntent(intent(wire, sketch, one)).withInvalid(invalid(wire, sketch));
    }

    private Sent again(Wire wire, Sketch sketch) {
        Sent sent = send(wire, sketch);
        if (!sent.isSuccess()) {
            throw new CannotRun("the line succeeds once and not again: under a new key it got "
                    + described(sent)
                    + ". If a value must be new each time, mark it in the line: write ${unique} in its place, in single"
                    + " quotes");
        }
        return sent;
    }

    private ObjectNode poll(Wire wire, Sent sent) {
        if (sent.answer().status() != ACCEPTED) {
            return JsonNodeFactory.instance.objectNode();
        }
        URI sentTo = URI.create(draft.base() + sent.call().request().path());
        return new PollTrial(sentTo, path -> got(wire, sent, path))
                .of(sent.answer())
                .orElseGet(() -> {
                    remarks.add(
                            "the line is only accepted (202), and within "
                                    + PollTrial.LIMIT.toSeconds()
                                    + " s no status URL of the response said that it succeeded:"
                                    + " «poll» in the file says how it is followed, and «effects.within» how long its effects may take");
                    return JsonNodeFactory.instance.objectNode();
                });
    }

    /** The payload and the form of the key that are accepted; a refusal of one may be the refusal of the other. */
    private Sketch working(Wire wire, List<Sent> first) {
        Sketch given = draft.sketch();
        Sketch marked = given.withBody(Leaves.marked(draft.kind(), given.body()));
        Sent refused = null;
        for (Key form : forms()) {
            key = form;
            for (Sketch sketch : marked.equals(given) ? List.of(given) : List.of(marked, given)) {
                Sent sent = send(wire, sketch);
                if (sent.isSuccess()) {
                    first.add(sent);
                    tellUnique(sketch, marked);
                    return sketch;
                }
                if (HOPELESS.contains(sent.answer().status()) || sent.answer().status() >= 500) {
                    throw failed(sent);
                }
                refused = sent;
            }
        }
        throw failed(Objects.requireNonNull(refused));
    }

    private void tellUnique(Sketch sketch, Sketch marked) {
        if (sketch.toString().contains(SampleBodies.UNIQUE) || draft.path().contains(SampleBodies.UNIQUE)) {
            return;
        }
        String which = Leaves.unique(draft.kind(), marked.body())
                .or(() -> Leaves.anyText(draft.kind(), sketch.body()))
                .map(pointer -> ", such as that of " + pointer + ",")
                .orElse("");
        remarks.add(
                "no member of the body was found that may have a new value in each request, so effects cannot be counted."
                        + " Mark one" + which + " by writing ${unique} in its place");
    }

    private List<Key> forms() {
        Key plain = draft.key();
        return List.of(
                plain,
                new Key(plain.in(), plain.name(), null, Key.Syntax.SF_STRING, null, null, null, null),
                new Key(plain.in(), plain.name(), null, Key.Syntax.ANY, null, SHORT, null, null));
    }

    private Sent send(Wire wire, Sketch sketch) {
        return send(wire, sketch, call -> call);
    }

    private Sent send(Wire wire, Sketch sketch, UnaryOperator<Call> change) {
        TargetFile file = draft.file(sketch, null);
        Calls calls = calls(wire, file);
        Operation operation = Objects.requireNonNull(file.target().operations().get(draft.operation()));
        Call call = change.apply(calls.prepare(operation));
        Exchange exchange = followed(() -> wire.send(call.request(), calls.replica()));
        Answer answer = exchange.reply()
                .orElseThrow(() -> new CannotRun("the line got no response: " + redacted(exchange.failure())
                        + ". Is the URL right, and does curl itself get one?"));
        if (answer.isSuccessful() && answer.isPage()) {
            throw new CannotRun("the line got " + answer.status()
                    + " with an HTML page: that is a page for people, and no API. Is the URL right?");
        }
        return new Sent(call, answer);
    }

    private static Exchange followed(Supplier<Exchange> sending) {
        try {
            return sending.get();
        } catch (Judgement noEnd) {
            throw new CannotRun("the line was accepted, and its end could not be seen: " + noEnd.getMessage());
        }
    }

    private boolean isRefused(Wire wire, Sketch sketch) {
        return tried(wire, sketch).filter(sent -> sent.answer().isRefusal()).isPresent();
    }

    private boolean isAccepted(Wire wire, Sketch sketch) {
        return tried(wire, sketch).filter(Sent::isSuccess).isPresent();
    }

    private boolean isAccepted(Wire wire, Sketch sketch, OtherParts.Other other) {
        return tried(wire, sketch, call -> Payloads.changed(call, Map.of(other.place(), other.value())))
                .filter(Sent::isSuccess)
                .isPresent();
    }

    private Optional<Sent> tried(Wire wire, Sketch sketch) {
        return tried(wire, sketch, call -> call);
    }

    /** Nothing where it is neither accepted nor refused, and so is no value for a scenario. */
    private Optional<Sent> tried(Wire wire, Sketch sketch, UnaryOperator<Call> change) {
        try {
            return Optional.of(send(wire, sketch, change));
        } catch (CannotRun unclear) {
            return Optional.empty();
        }
    }

    private Calls calls(Wire wire, TargetFile file) {
        Access access = new Access(
                file.target(), wire, Capabilities.none(file.target()), new Created(file.contracts(), file.secrets()));
        Contract contract = Contract.silent(file.target().name(), key);
        return new Calls(access, new Keys(contract), new Journal(file.secrets()), CurrentPhase.none());
    }

    private CannotRun failed(Sent sent) {
        String hint = switch (sent.answer().status()) {
            case 401, 403, 407 -> "is the credential in the line right, and not expired?";
            case 404, 405, 410 -> "are the path and the method right?";
            case 429 -> "the service asks for fewer requests: try again later.";
            default ->
                sent.answer().status() >= 500
                        ? "the service failed: does curl itself succeed?"
                        : sent.answer().status() < 400
                                ? "it leads elsewhere, and Samekey follows no redirect: write the URL that it leads to."
                                : "the message of the service should say what is wrong with the line.";
        };
        return new CannotRun("the line itself does not succeed, so there is nothing to judge. It got " + described(sent)
                + ": " + hint);
    }

    private String described(Sent sent) {
        String body = redacted(sent.answer().body()).replaceAll("\\s+", " ").strip();
        return sent.answer().status() + " " + (body.length() > LONGEST ? body.substring(0, LONGEST) + "…" : body);
    }

    private String redacted(@Nullable String text) {
        return draft.file(draft.sketch(), null).secrets().redact(String.valueOf(text));
    }

    /** What differs in the responses to two requests, and is called as ids are. */
    private static Optional<String> id(Sent one, Sent another) {
        Map<String, JsonNode> others = Leaves.of(another.result().at(""));
        return Leaves.of(one.result().at("")).entrySet().stream()
                .filter(leaf -> leaf.getValue().isTextual() || leaf.getValue().isIntegralNumber())
                .filter(leaf ->
                        others.containsKey(leaf.getKey()) && !leaf.getValue().equals(others.get(leaf.getKey())))
                .filter(leaf -> !leaf.getValue().asText().equals(one.call().unique())
                        && !leaf.getValue().asText().equals(one.call().key()))
                .filter(leaf -> rank(leaf.getKey()) < Integer.MAX_VALUE)
                .min(Comparator.<Map.Entry<String, JsonNode>, Boolean>comparing(
                                leaf -> isOfTheWait(one, leaf.getValue().asText()))
                        .thenComparingInt(leaf -> rank(leaf.getKey())))
                .map(Map.Entry::getKey);
    }

    /** What the 202 has named already may be the id of the wait, and not of its result. */
    private static boolean isOfTheWait(Sent sent, String id) {
        return sent.answer().end() != null
                && (sent.answer().headers() + sent.answer().body()).contains(id);
    }

    private static int rank(String pointer) {
        String name = Words.snake(Leaves.name(BodyKind.JSON, pointer));
        int depth = (int) pointer.chars().filter(one -> one == '/').count();
        if (NO_ID.matcher(name).matches()) {
            return Integer.MAX_VALUE;
        }
        List<Boolean> likeliest = List.of(
                name.equals("id"),
                LIKE_ID.matcher(name).matches(),
                LIKE_NUMBER.matcher(name).matches());
        int index = likeliest.indexOf(true);
        return index < 0 ? Integer.MAX_VALUE : 10 * index + depth;
    }

    /** Where the response says that the result is, or the usual place; only if it is really read there. */
    private @Nullable String read(Wire wire, Sent sent, String pointer) {
        String id = sent.result().at(pointer).asText();
        String reference = "${" + draft.operation() + ".id}";
        String plain = draft.path().replaceFirst("[?].*", "");
        Optional<String> said = sent.result()
                .header("Location")
                .flatMap(this::pathOf)
                .filter(path -> path.endsWith("/" + id))
                .map(path -> path.substring(0, path.length() - id.length()) + reference);
        return Stream.concat(said.stream(), Stream.of(plain.replaceFirst("/$", "") + "/" + reference))
                .distinct()
                .filter(path -> !path.contains(SampleBodies.UNIQUE))
                .filter(path -> get(wire, sent, path.replace(reference, id))
                        .filter(answer -> answer.body().contains(id))
                        .isPresent())
                .findFirst()
                .orElse(null);
    }

    /** Only a place of the same service is read. */
    private Optional<String> pathOf(String location) {
        try {
            URI base = URI.create(draft.base());
            URI place = base.resolve(location);
            boolean isHere = place.getRawQuery() == null
                    && base.getRawAuthority().equalsIgnoreCase(String.valueOf(place.getRawAuthority()));
            return isHere ? Optional.of(place.getRawPath()) : Optional.empty();
        } catch (IllegalArgumentException noUrl) {
            return Optional.empty();
        }
    }

    /** A listing that shows one item for this request, and none for a request that was never sent. */
    private ObjectNode list(Wire wire, Sent sent, Sketch sketch) {
        ObjectNode none = JsonNodeFactory.instance.objectNode();
        if (draft.path().contains("?") || draft.path().contains(SampleBodies.UNIQUE)) {
            return none;
        }
        return Leaves.of(draft.kind(), sketch.body()).entrySet().stream()
                .filter(leaf -> leaf.getValue().asText().equals(SampleBodies.UNIQUE))
                .map(leaf -> draft.path() + "?" + Leaves.name(draft.kind(), leaf.getKey()) + "=")
                .flatMap(path -> counted(wire, sent, path)
                        .map(pointer ->
                                none.put("path", path + SampleBodies.UNIQUE).put("count", pointer))
                        .stream())
                .findFirst()
                .orElse(none);
    }

    private Optional<String> counted(Wire wire, Sent sent, String path) {
        String unique = sent.call().unique();
        Optional<Answer> mine = get(wire, sent, path + unique);
        Optional<Answer> nobodys = get(wire, sent, path + unique + "-unused");
        return mine.flatMap(answer -> arrays(answer.at("")).entrySet().stream()
                .filter(array -> array.getValue().size() == 1
                        && array.getValue().toString().contains(unique))
                .map(Map.Entry::getKey)
                .filter(pointer -> nobodys.map(other -> other.at(pointer))
                        .filter(other -> other.isArray() && other.isEmpty())
                        .isPresent())
                .findFirst());
    }

    private static Map<String, JsonNode> arrays(JsonNode tree) {
        Map<String, JsonNode> arrays = new HashMap<>();
        if (tree.isArray()) {
            arrays.put("", tree);
        }
        tree.properties().stream()
                .filter(member ->
                        member.getValue().isArray() && !member.getKey().contains("/"))
                .forEach(member -> arrays.put("/" + member.getKey(), member.getValue()));
        return arrays;
    }

    private Optional<Answer> get(Wire wire, Sent sent, String path) {
        return got(wire, sent, path).filter(Answer::isSuccessful);
    }

    private Optional<Answer> got(Wire wire, Sent sent, String path) {
        TargetFile file = draft.file(draft.sketch(), null);
        try {
            Request request = new Request(
                    "GET", path, calls(wire, file).credentials(sent.call().principal()), null);
            return wire.send(request, file.target().urls().get(0)).reply();
        } catch (IllegalArgumentException noPath) {
            // The id has what no path may have.
            return Optional.empty();
        }
    }

    /** Other values that are accepted, each by itself. */
    private ObjectNode intent(Wire wire, Sketch sketch, Sent shown) {
        ObjectNode intent = JsonNodeFactory.instance.objectNode();
        Leaves.others(draft.kind(), sketch.body()).entrySet().stream()
                .limit(MOST_OTHERS)
                .filter(other -> isAccepted(
                        wire, sketch.withBody(draft.kind().with(sketch.body(), other.getKey(), other.getValue()))))
                .limit(ENOUGH_OTHERS)
                .forEach(other -> intent.set(other.getKey(), other.getValue()));
        OtherParts.shown(shown.call().operation(), shown.result()).stream()
                .filter(other -> !intent.has(other.place()))
                .filter(other -> isAccepted(wire, sketch, other))
                .forEach(other -> intent.set(other.place(), other.value()));
        if (intent.isEmpty()) {
            remarks.add(
                    "no other valid value of a member of the body, or of a parameter, was found, so nothing is judged of another payload"
                            + " under a key: write one as «intent» into the file");
        }
        return intent;
    }

    private ObjectNode invalid(Wire wire, Sketch sketch) {
        ObjectNode invalid = JsonNodeFactory.instance.objectNode();
        Leaves.invalid(draft.kind(), sketch.body())
                .filter(one -> isRefused(
                        wire, sketch.withBody(draft.kind().with(sketch.body(), one.getKey(), one.getValue()))))
                .ifPresent(one -> invalid.set(one.getKey(), one.getValue()));
        return invalid;
    }
}
