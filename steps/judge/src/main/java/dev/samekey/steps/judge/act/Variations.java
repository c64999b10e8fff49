package dev.samekey.steps.judge.act;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.words.Variation;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.OtherParts;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Marker;
import dev.samekey.steps.model.contract.Promise;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SecretName;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Unique;
import dev.samekey.steps.model.verdict.Judgement;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The requests that differ from the one under test in one respect. */
public final class Variations {
    /** Neighbours beyond 2^53, where a binary64 number cannot tell them apart (RFC 8785, section 3.2.2.3). */
    private static final List<String> LARGE = List.of("9007199254740992", "9007199254740993");

    /** Fractions that are one to who writes seven decimals, and to who keeps them as binary32. */
    private static final List<List<String>> SMALL =
            List.of(List.of("0.00000015", "0.00000024"), List.of("0.1234567891", "0.1234567892"));

    /** One letter and the same letter as two characters (Unicode, normal forms C and D). */
    private static final List<String> COMPOSED = List.of("caf\u00e9", "cafe\u0301");

    /** What servers and libraries mark a replay by, in a response or among themselves. */
    private static final List<String> MARKS = List.of(
            "Idempotency-Status",
            "Idempotent-Replayed",
            "Idempotency-Replayed",
            "X-Idempotent-Replay",
            "X-Replay",
            "X-Hit");

    /** What a contract must say for a corrected request to be judged. */
    private static final Promise KEY_AFTER_A_REFUSAL = Promise.of("stored.validation");

    private static final int SPOILED = 4;

    private final Target target;
    private final Contract contract;
    private final Calls calls;
    private final Keys keys;
    private final Producer producer;
    private final Secrets secrets;

    public Variations(Target target, Contract contract, Calls calls, Keys keys, Producer producer, Secrets secrets) {
        this.secrets = secrets;
        this.target = target;
        this.contract = contract;
        this.calls = calls;
        this.keys = keys;
        this.producer = producer;
    }

    /** A request that is ready to be sent, and what it is in its scenario. */
    public record Variant(Call call, Purpose purpose) {}

    /** The requests of a variation, in the order in which they are sent. */
    public List<Variant> of(Call call, Variation variation) {
        return switch (variation) {
            case WITHOUT_KEY -> list(Purpose.OTHER, withoutKey(call));
            case TWICE_WITHOUT_KEY -> twiceWithoutKey(call);
            case TWICE_UNDER_EMPTY_KEY -> twiceUnderEmptyKey(call);
            case TWO_KEYS -> list(Purpose.OTHER, keys.second(call, keys.fresh()));
            case TWO_KEYS_THEN_EACH -> twoKeysThenEach(call);
            case ANOTHER_KEY -> list(Purpose.OTHER, keys.put(calls.beside(requireRoom(call)), keys.fresh()));
            case ILLEGAL_KEYS -> all(Purpose.OTHER, keys.underIllegal(call));
            case ANOTHER_KEY_AND_PAYLOAD -> list(Purpose.OTHER, Payloads.another(keys.put(call, keys.fresh())));
            case AFTER_AN_UNRELATED ->
                List.of(
                        new Variant(calls.prepare(call.operation()), Purpose.CONTROL),
                        new Variant(call, Purpose.DUPLICATE));
            case ANOTHER_PAYLOAD -> list(Purpose.OTHER_PAYLOAD, Payloads.another(call));
            case ANOTHER_PAYLOAD_COMPARED -> anotherPayloadCompared(call);
            case ANOTHER_PAYLOAD_THEN_SAME ->
                List.of(
                        new Variant(Payloads.another(call), Purpose.OTHER_PAYLOAD),
                        new Variant(call, Purpose.DUPLICATE));
            case SAME_THEN_ANOTHER_PAYLOAD ->
                List.of(
                        new Variant(call, Purpose.DUPLICATE),
                        new Variant(Payloads.another(call), Purpose.OTHER_PAYLOAD));
            case THREE_TIMES ->
                List.of(
                        new Variant(call, Purpose.FIRST),
                        new Variant(call, Purpose.DUPLICATE),
                        new Variant(Payloads.another(call), Purpose.OTHER_PAYLOAD));
            case EACH_INTENT_FIELD ->
                Stream.concat(
                                Payloads.intent(call).entrySet().stream()
                                        .map(field -> Payloads.changed(call, Map.of(field.getKey(), field.getValue())))
                                        .map(changed -> new Variant(changed, Purpose.OTHER_PAYLOAD)),
                                Stream.of(new Variant(call, Purpose.DUPLICATE)))
                        .toList();
            case OTHER_MEMBERS -> otherMembers(call);
            case OTHER_PARTS -> otherParts(call);
            case LOOK_ALIKES -> lookAlikes(call);
            case OTHER_ORDER -> list(Purpose.DUPLICATE, Payloads.reordered(call));
            case OTHER_NOTATIONS -> all(Purpose.DUPLICATE, Payloads.inOtherNotations(call));
            case OTHER_VOLATILE_FIELDS -> list(Purpose.DUPLICATE, volatileChanged(call));
            case CORRECTED ->
                List.of(new Variant(call, Purpose.FIRST), new Variant(corrected(call), Purpose.CORRECTED));
            case CURRENT_VERSION ->
                List.of(new Variant(call, Purpose.FIRST), new Variant(asItUsuallyIs(call), Purpose.CORRECTED));
            case NOT_DECLINED -> list(Purpose.CORRECTED, asItUsuallyIs(call));
            case LESS_THAN_IS_LEFT ->
                list(
                        Purpose.OTHER,
                        another(
                                call,
                                "left, partial.beyond",
                                "what is left and what is a little more",
                                Operation.Partial::justWithin));
            case WHAT_IS_LEFT -> list(Purpose.OTHER, another(call, "left", "what is left", Operation.Partial::left));
            case BEYOND_WHAT_IS_LEFT ->
                list(Purpose.OTHER, another(call, "beyond", "what is too much", Operation.Partial::beyond));
            case OTHER_PRINCIPAL ->
                // First a request of their own: what its response has too is nobody's secret.
                List.of(
                        new Variant(
                                calls.prepare(call.operation(), anotherPrincipal(call), Unique.text()),
                                Purpose.CONTROL),
                        new Variant(fromAnotherPrincipal(call), Purpose.OTHER));
            case COLLEAGUE -> list(Purpose.DUPLICATE, fromAColleague(call));
            case OTHER_TENANT ->
                List.of(
                        new Variant(calls.prepareElsewhere(call.operation(), Unique.text()), Purpose.CONTROL),
                        new Variant(calls.elsewhere(call), Purpose.OTHER));
            // First with a key that nobody knows: the response that any caller without credentials gets.
            case NO_CREDENTIALS ->
                List.of(
                        new Variant(withoutCredentials(keys.put(call, keys.fresh())), Purpose.CONTROL),
                        new Variant(withoutCredentials(call), Purpose.OTHER));
            case WRONG_CREDENTIALS ->
                List.of(
                        new Variant(withoutCredentials(call), Purpose.OTHER),
                        new Variant(withSpoiledCredentials(call), Purpose.OTHER),
                        new Variant(call, Purpose.CORRECTED),
                        // Whether the API serves the caller at all after that.
                        new Variant(calls.prepare(call.operation()), Purpose.CONTROL));
            case OTHER_CONNECTION -> list(Purpose.DUPLICATE, byAnotherAgent(call));
            case FORGED_MARKS -> {
                Call forged = withMarks(call);
                yield List.of(new Variant(forged, Purpose.FIRST), new Variant(forged, Purpose.DUPLICATE));
            }
            case WITHOUT_ID -> list(Purpose.OTHER, call.with(producer.withoutId(call.delivery(), call.request())));
            case WRONG_SIGNATURES -> wronglySigned(call);
            case NEARLY_STALE -> list(Purpose.OTHER, nearlyStale(call));
            case OTHERWISE_WRITTEN -> otherwiseWritten(call);
            case OTHER_REPLICA, EACH_REPLICA, WITHOUT_STORE, AROUND_RESTART -> list(Purpose.DUPLICATE, call);
        };
    }

    private static Call requireRoom(Call call) {
        if (Calls.isOnlyOne(call.operation())) {
            throw Judgement.notApplicable("only one " + call.name() + " fits into what is there");
        }
        return call;
    }

    private static List<Variant> list(Purpose purpose, Call call) {
        return List.of(new Variant(call, purpose));
    }

    private static List<Variant> all(Purpose purpose, List<Call> calls) {
        return calls.stream().map(call -> new Variant(call, purpose)).toList();
    }

    private List<Variant> twiceWithoutKey(Call call) {
        return List.of(
                new Variant(withoutKey(requireRoom(call)), Purpose.FIRST),
                new Variant(withoutKey(calls.beside(call)), Purpose.OTHER));
    }

    private List<Variant> twiceUnderEmptyKey(Call call) {
        return List.of(
                new Variant(keys.put(requireRoom(call), ""), Purpose.FIRST),
                new Variant(keys.put(calls.beside(call), ""), Purpose.OTHER));
    }

    private List<Variant> twoKeysThenEach(Call call) {
        String second = keys.fresh();
        return List.of(
                new Variant(keys.second(call, second), Purpose.FIRST),
                new Variant(keys.put(calls.beside(call), String.valueOf(call.key())), Purpose.OTHER),
                new Variant(keys.put(calls.beside(call), second), Purpose.OTHER));
    }

    /** After a mismatch that has nothing to do with it: what both responses have is nobody's secret. */
    private List<Variant> anotherPayloadCompared(Call call) {
        Call unrelated = calls.prepare(call.operation());
        return List.of(
                new Variant(unrelated, Purpose.CONTROL),
                new Variant(Payloads.another(unrelated), Purpose.CONTROL),
                new Variant(Payloads.another(call), Purpose.OTHER_PAYLOAD));
    }

    /** Each beside the call itself: an API may find it invalid, but must not take it for the other. */
    private List<Variant> otherMembers(Call call) {
        // An element more would be no document of its kind, and one less may be.
        boolean isXml = call.operation().request().kind() == BodyKind.XML;
        boolean countsUnknown = !takesAlike(Contract.Sameness.UNKNOWN_MEMBERS);
        List<Call> others = new ArrayList<>(
                isXml || !countsUnknown
                        ? List.of()
                        : Payloads.added(call).stream().toList());
        if (!takesAlike(Contract.Sameness.LEFT_OUT_MEMBERS)) {
            call.operation().intentInBody().keySet().forEach(place -> others.add(Payloads.without(call, place)));
        }
        if (others.isEmpty()) {
            throw Judgement.notApplicable(
                    "fingerprint.alike: by the contract no member more or less makes another payload");
        }
        return eachBeside(call, others);
    }

    private static List<Variant> eachBeside(Call call, List<Call> others) {
        return others.stream()
                .flatMap(other ->
                        Stream.of(new Variant(call, Purpose.DUPLICATE), new Variant(other, Purpose.OTHER_PAYLOAD)))
                .toList();
    }

    /** What the target file names, what the response shows, and what another operation made. */
    private List<Variant> otherParts(Call call) {
        List<Call> others = new ArrayList<>();
        call.operation()
                .intentOutside()
                .forEach((place, other) -> others.add(Payloads.changed(call, Map.of(place, other))));
        calls.itsControl(call.operation())
                .ifPresent(control -> OtherParts.shown(call.operation(), control.answer())
                        .forEach(other -> others.add(Payloads.changed(call, Map.of(other.place(), other.value())))));
        if (OtherParts.nameAnother(call)) {
            Call theirs = calls.prepare(call.operation(), call.principal(), call.unique());
            others.add(call.with(call.request().to(theirs.request().path())));
        }
        if (others.isEmpty()) {
            throw Judgement.notApplicable("nothing shows that the " + call.name()
                    + " has intent outside its payload; «intent» may name a parameter, a header or another path");
        }
        return eachBeside(call, others);
    }

    private boolean takesAlike(Contract.Sameness sameness) {
        Contract.Fingerprint fingerprint = contract.fingerprint();
        return fingerprint != null && fingerprint.takesAlike(sameness);
    }

    private List<Variant> lookAlikes(Call call) {
        Map<String, JsonNode> intent = call.operation().intentInBody();
        BodyKind kind = call.operation().request().kind();
        if (kind == BodyKind.TEXT || kind == BodyKind.BYTES) {
            throw Judgement.notApplicable(
                    "the payload of " + call.operation().withArticle() + " is a text or a file, which has no members");
        }
        List<Variant> variants = new ArrayList<>();
        pointer(intent, JsonNode::isIntegralNumber)
                .ifPresent(pointer -> variants.addAll(numbers(call, pointer, LARGE)));
        pointer(intent, JsonNode::isFloatingPointNumber)
                .ifPresent(pointer ->
                        SMALL.forEach(two -> variants.addAll(numbers(calls.prepare(call.operation()), pointer, two))));
        Call other = calls.prepare(call.operation());
        pointer(intent, JsonNode::isTextual)
                .ifPresent(pointer -> variants.addAll(pair(COMPOSED.stream()
                        .map(value -> with(other, pointer, TextNode.valueOf(value)))
                        .toList())));
        variants.addAll(longTexts(call.operation()));
        Payloads.longLists(calls.prepare(call.operation())).ifPresent(alike -> variants.addAll(pair(alike)));
        variants.addAll(nuances(call.operation()));
        if (variants.isEmpty()) {
            throw Judgement.notChecked("intent: the target file names no number, no text and no list for "
                    + call.operation().withArticle() + ", so nothing could look alike");
        }
        return variants;
    }

    private static List<Variant> numbers(Call call, String pointer, List<String> two) {
        return pair(two.stream()
                .map(value -> with(call, pointer, DecimalNode.valueOf(new BigDecimal(value))))
                .toList());
    }

    /** All texts are long, and two payloads differ in the last letter of one of them. */
    private List<Variant> longTexts(Operation operation) {
        List<String> places = operation.intentInBody().entrySet().stream()
                .filter(field -> field.getValue().isTextual())
                .map(Map.Entry::getKey)
                .toList();
        return places.stream()
                .flatMap(place -> {
                    Call base = Payloads.withLongTexts(calls.prepare(operation), places, Payloads.LONG_TEXT);
                    String other = "a".repeat(Payloads.LONG_TEXT - 1) + "b";
                    return pair(List.of(base, with(base, place, TextNode.valueOf(other)))).stream();
                })
                .toList();
    }

    /** Only what the contract tells apart: many servers take a list for a set, or null for nothing. */
    private List<Variant> nuances(Operation operation) {
        Contract.Fingerprint fingerprint = contract.fingerprint();
        if (fingerprint == null || operation.request().kind() != BodyKind.JSON) {
            return List.of();
        }
        return Stream.of(Contract.Nuance.values())
                .filter(fingerprint::tellsApart)
                .flatMap(nuance -> {
                    Call base = calls.prepare(operation);
                    return Payloads.alike(base, nuance).stream().flatMap(alike -> pair(List.of(base, alike)).stream());
                })
                .toList();
    }

    /** The unchanged one once more: who refuses that too has not told the two apart. */
    private static List<Variant> pair(List<Call> alike) {
        return List.of(
                new Variant(alike.get(0), Purpose.FIRST),
                new Variant(alike.get(1), Purpose.OTHER_PAYLOAD),
                new Variant(alike.get(0), Purpose.DUPLICATE));
    }

    private static Call with(Call call, String pointer, JsonNode value) {
        return Payloads.changed(call, Map.of(pointer, value));
    }

    private static Optional<String> pointer(Map<String, JsonNode> intent, Predicate<JsonNode> kind) {
        return intent.entrySet().stream()
                .filter(field -> kind.test(field.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private Call volatileChanged(Call call) {
        Contract.Fingerprint fingerprint = contract.fingerprint();
        if (fingerprint == null || fingerprint.volatiles() == null) {
            throw Judgement.notChecked("fingerprint.volatile: the contract does not say which fields are volatile");
        }
        BodyKind kind = call.operation().request().kind();
        Map<String, JsonNode> changes = new LinkedHashMap<>();
        // A moment is a legal value of a client's time and of any text.
        fingerprint
                .volatiles()
                .forEach(pointer -> changes.put(
                        kind == BodyKind.PARTS ? kind.place(pointer.getMatchingProperty()) : pointer.toString(),
                        TextNode.valueOf(Instant.now().toString())));
        return Payloads.changed(call, changes);
    }

    /** Nobody finds its effects by a key. */
    private Call withoutKey(Call call) {
        return new Call(
                call.operation(),
                call.caller(),
                call.unique(),
                null,
                keys.remove(call).request(),
                call.values());
    }

    /** The same operation under the same key, without what makes the call special. */
    private Call asItUsuallyIs(Call call) {
        Call right = calls.anew(call);
        String key = call.key();
        return key == null ? right : keys.put(right, key);
    }

    /** The same operation without what made it invalid, under its key where the contract says that it is not used up. */
    private Call corrected(Call call) {
        String key = call.key();
        if (key == null) {
            return calls.anew(call);
        }
        KEY_AFTER_A_REFUSAL.lackingIn(contract).ifPresent(lacking -> {
            throw lacking;
        });
        Call right = calls.anew(call);
        Contract.Stored stored = contract.stored();
        boolean consumed = stored != null && Boolean.TRUE.equals(stored.refusals());
        Call keyed = consumed ? right : keys.put(right, key);
        Integer largest = target.largestBody();
        // What was too large is made as large as it may be.
        return largest != null && Payloads.size(call) > largest ? Payloads.padded(keyed, largest) : keyed;
    }

    private Call another(Call call, String member, String what, Function<Operation.Partial, @Nullable JsonNode> value) {
        Operation.Partial partial = call.operation().partial();
        String amount = partial == null ? null : partial.amount();
        JsonNode other = partial == null ? null : value.apply(partial);
        if (amount == null || other == null) {
            throw Judgement.notChecked("partial." + member + ": the target file does not say " + what);
        }
        return Payloads.changed(keys.put(call, keys.fresh()), Map.of(amount, other));
    }

    /** The same request, as somebody else sends it. */
    public Call fromAnotherPrincipal(Call mine) {
        return calls.by(calls.caller(anotherPrincipal(mine)), mine);
    }

    /** Somebody else than the principal of the call. */
    public String anotherPrincipal(Call call) {
        return target.principals().keySet().stream()
                .filter(name -> !name.equals(call.principal()))
                .findFirst()
                .orElseThrow(() -> Judgement.notChecked("principals: the target file names one"));
    }

    private Call fromAColleague(Call mine) {
        List<Contract.Scope> scope = contract.scope();
        if (scope == null) {
            throw Judgement.notChecked("scope: the contract does not say what a key is scoped by");
        }
        if (scope.contains(Contract.Scope.PRINCIPAL) || !scope.contains(Contract.Scope.TENANT)) {
            throw Judgement.notApplicable("scope: by the contract the principals of a tenant do not share their keys");
        }
        return fromAnotherPrincipal(mine);
    }

    private Call withoutCredentials(Call call) {
        if (!hasCredentials(call)) {
            throw Judgement.notChecked("principals: the target file names no credentials");
        }
        Request bare = call.request();
        for (Header header : secret(call)) {
            bare = bare.with(header.name(), null);
        }
        return call.with(bare);
    }

    /** With the end of each secret changed, as that of a token that is not valid any more. */
    private Call withSpoiledCredentials(Call call) {
        Request spoiled = call.request();
        for (Header header : secret(call)) {
            String other = spoiled(header.value());
            spoiled = spoiled.with(header.name(), other);
            hide(other, "‹wrong " + header.name() + "›");
        }
        return call.with(spoiled);
    }

    /** Most of it is the secret, also without its scheme. */
    private void hide(String spoiled, String name) {
        secrets.add(spoiled, name);
        secrets.add(spoiled.substring(spoiled.indexOf(' ') + 1), name);
    }

    /** The last letters and digits are the next ones. More than one: the last one of a signature may hold no bit of it. */
    private static String spoiled(String secret) {
        StringBuilder other = new StringBuilder(secret);
        int changed = 0;
        for (int i = secret.length() - 1; i >= 0 && changed < SPOILED; i--) {
            char one = secret.charAt(i);
            if (one < 0x80 && Character.isLetterOrDigit(one)) {
                other.setCharAt(i, one == '9' ? '0' : one == 'z' ? 'a' : one == 'Z' ? 'A' : (char) (one + 1));
                changed++;
            }
        }
        return other.toString();
    }

    /** Whether there is something to leave out. */
    public boolean hasCredentials(Call call) {
        return !secret(call).isEmpty();
    }

    /** Without what says only how to read the request: a target may refuse it for that before it asks who sends it. */
    private List<Header> secret(Call call) {
        return calls.credentials(call.caller()).stream()
                .filter(header -> !SecretName.isPublicHeader(header.name()))
                .toList();
    }

    private static Call byAnotherAgent(Call call) {
        return call.with(call.request()
                .with("User-Agent", "another-agent/1.0")
                .with("X-Forwarded-For", "198.51.100.7")
                .with("X-Request-Id", "another-request"));
    }

    private Call withMarks(Call call) {
        Request forged = call.request();
        for (String name : MARKS) {
            forged = forged.with(name, "true");
        }
        Marker marker = contract.marker();
        if (marker != null && marker.header() != null) {
            forged = forged.with(marker.header(), marker.someReplay());
        }
        return call.with(forged.with("Cache-Control", "no-cache"));
    }

    private List<Variant> wronglySigned(Call call) {
        Delivery delivery = call.delivery();
        List<Call> wrong = new ArrayList<>();
        wrong.add(call.with(producer.unsigned(delivery, call.request())));
        wrong.add(call.with(producer.forged(delivery, call.request())));
        Request stale = producer.stale(delivery, call.request());
        if (stale != null) {
            wrong.add(call.with(stale));
        }
        return all(Purpose.OTHER, wrong);
    }

    /** Each is an event of its own: one that is known already is not read again. */
    private List<Variant> otherwiseWritten(Call call) {
        return List.of(
                new Variant(signedAsWritten(Payloads.reordered(call)), Purpose.FIRST),
                new Variant(signedAsWritten(Payloads.escaped(calls.prepare(call.operation()))), Purpose.OTHER));
    }

    private Call signedAsWritten(Call call) {
        return call.with(producer.signedAsWritten(call.delivery(), call.request()));
    }

    private Call nearlyStale(Call call) {
        Request nearly = producer.nearlyStale(call.delivery(), call.request());
        if (nearly == null) {
            throw Judgement.notApplicable("delivery.signature.scheme: the signature has no time");
        }
        return call.with(nearly);
    }
}
