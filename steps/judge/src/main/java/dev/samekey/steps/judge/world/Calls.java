package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.listing.Items;
import dev.samekey.steps.drive.credentials.PrincipalCredentials;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.Success;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes calls from the target's operations, with all that must be there before them. */
public final class Calls {
    private static final Pattern NAME_OF_AN_ID = Pattern.compile("id|uuid|.+[_-]id|.+Id");

    private static final String ETAG = "ETag";

    private static final int SIDE_BY_SIDE = 5;

    private final Target target;
    private final Wire wire;
    private final Capabilities capabilities;
    private final Created created;
    private final Parents parents;
    private final Producer producer;
    private final Keys keys;
    private final Journal journal;
    private final CurrentPhase phase;
    private final Controls controls;
    private final Listings listings;
    private final Conditions conditions;

    /** Those of nobody's scenario, which need no control. */
    public Calls(Access access, Keys keys, Journal journal, CurrentPhase phase) {
        this(access, keys, journal, phase, Controls.NONE, Conditions.usual(access.target()));
    }

    /**
     * Those of a scenario.
     *
     * @param controls asked before an operation is judged
     * @param conditions under which the scenario runs
     */
    public Calls(
            Access access, Keys keys, Journal journal, CurrentPhase phase, Controls controls, Conditions conditions) {
        this.target = access.target();
        this.wire = access.wire();
        this.capabilities = access.capabilities();
        this.created = access.created();
        this.parents = access.parents();
        this.producer = new Producer(capabilities.time());
        this.keys = keys;
        this.journal = journal;
        this.phase = phase;
        this.controls = controls;
        this.listings = new Listings(capabilities, target.urls().get(0));
        this.conditions = conditions;
    }

    /** Under which the scenario runs. */
    Conditions conditions() {
        return conditions;
    }

    /** Whether a difference at this path may be that of other scenarios: what stands in it is not the call's own. */
    boolean showsOthers(String path, Call call) {
        return parents.showsOthers(path, call.values());
    }

    /** The paths of the target file at whose growth its effects are counted, and those of other scenarios too. */
    public Stream<String> sharedGrowth(Call call) {
        return call.operation().growth().filter(path -> showsOthers(path, call));
    }

    /** Whether other scenarios run at the same time. */
    boolean isBesideOthers() {
        return controls.areBesideOthers();
    }

    /** Takes back what was made and is not sent. */
    void forget(Call call) {
        listings.forget(call);
    }

    /** What the API shows of the calls that were made here. */
    Listings listings() {
        return listings;
    }

    /**
     * By the name of a ledger, what so many effects of this call book there.
     *
     * @return nothing of what is not known, or hangs on a payload that is not that of the target file: that of the call, or
     *     of another one that may have had the effect in its place
     */
    Map<String, Long> usuallyBooked(Call call, long effects) {
        Map<String, Long> booked = new HashMap<>();
        boolean isAsWritten = isAsWritten(call)
                && journal.unrefused(call.request()).stream()
                        .filter(request -> isAbout(call, request))
                        .allMatch(request -> isAsWritten(call.with(request)));
        if (effects == 0 || isAsWritten) {
            controls.booked(call.operation()).forEach((ledger, sum) -> booked.put(ledger, effects * sum));
        }
        return booked;
    }

    /** The control of an operation that works: it met nothing, and was sent once. Nothing where that is not known. */
    public Optional<ControlRequest.Sent> itsControl(Operation operation) {
        return controls.sent(operation);
    }

    private static boolean isAbout(Call call, Request request) {
        String unique = call.unique();
        return request.path().contains(unique) || String.valueOf(request.body()).contains(unique);
    }

    private boolean isAsWritten(Call call) {
        boolean isOfTheFile = call.operation().equals(target.operations().get(call.name()));
        if (!isOfTheFile || !call.operation().request().kind().isTree()) {
            return false;
        }
        Map<String, JsonNode> values = new HashMap<>(call.values());
        values.put("unique", TextNode.valueOf(call.unique()));
        Request written = new Template(values).request(call.operation().request(), List.of());
        Request sent = keys.remove(call).request();
        return written.path().equals(sent.path()) && Objects.equals(written.body(), sent.body());
    }

    /** How many items a listing has for a call now, as its principal sees it. */
    public Seen<Long> count(Operation.Listing list, Call call) {
        Seen<Items> shown = listings.look(list, call, call.caller(), credentials(call.caller()));
        return new Seen<>(shown.value().count(), shown.evidence());
    }

    /** Says that refusals are what the scenario asks for. */
    public void provoke() {
        journal.provoke();
    }

    /** Notes what is done now to what the target calls, and no request does. */
    public void byHand(String what) {
        journal.did(new Move.ByHand(what, System.nanoTime()));
    }

    /** A new call of the target's first principal. */
    public Call prepare(Operation operation) {
        return prepare(operation, firstPrincipal(), conditions.unique(operation));
    }

    /** A new call with a key of its own; the operations that it comes after are sent and must succeed. */
    public Call prepare(Operation operation, String principal, String unique) {
        control(operation);
        return prepare(operation, caller(principal), unique);
    }

    /** The same in another tenant than the first. */
    public Call prepareElsewhere(Operation operation, String unique) {
        Caller other = elsewhere();
        control(operation);
        return prepare(operation, other, unique);
    }

    /** The same request with another tenant than the first. */
    public Call elsewhere(Call call) {
        return by(elsewhere(), call);
    }

    /** The same request as another caller sends it, and follows it to its end. */
    public Call by(Caller other, Call call) {
        Request request = call.request();
        for (Header mine : credentials(call.caller())) {
            request = request.with(mine.name(), null);
        }
        List<Header> credentials = credentials(other);
        for (Header theirs : credentials) {
            request = request.with(theirs.name(), theirs.value());
        }
        Call same = new Call(call.operation(), other, call.unique(), call.key(), request, call.values());
        return request.origin() == null ? same : created.expect(same, credentials, target.isSecret(call.operation()));
    }

    private Caller elsewhere() {
        Target.Tenant mine = conditions.tenant();
        return target.tenants().values().stream()
                .filter(tenant -> !tenant.equals(mine))
                .findFirst()
                .map(other -> new Caller(firstPrincipal(), other))
                .orElseThrow(() -> Judgement.notChecked("tenants: the target file names less than two"));
    }

    /** The same call as another operation of the same thing: with an effect and a key of its own. */
    public Call again(Call call) {
        return made(call.operation(), call.caller(), conditions.unique(call.operation()), new HashMap<>(call.values()));
    }

    /** The unique value of a request that is to make another thing than this call, and whose effects are counted with its own. */
    public String uniqueBeside(Call call) {
        return call.operation().namesWhatItMakes() ? conditions.unique(call.operation()) : call.unique();
    }

    /** The same request for another thing: with another name, where the sender names what it makes. */
    public Call beside(Call call) {
        return call.operation().namesWhatItMakes() ? again(call) : call;
    }

    /** The same operation of the same thing, to be sent anew: with the same effect and a key of its own. */
    public Call anew(Call call) {
        return call.operation().role() == Role.JOB
                ? prepare(call.operation(), call.principal(), call.unique())
                : made(call.operation(), call.caller(), call.unique(), new HashMap<>(call.values()));
    }

    /** The same, which depends on the version that an earlier answer gave: its own one is outdated by then. */
    public Call againAfter(Call call, Answer answer) {
        Map<String, JsonNode> values = new HashMap<>(call.values());
        version(call, answer).ifPresent(etag -> values.put(call.etagName(), TextNode.valueOf(etag)));
        return again(new Call(call.operation(), call.caller(), call.unique(), call.key(), call.request(), values));
    }

    /** What the answer says; where it says nothing, what is read. */
    private Optional<String> version(Call call, Answer answer) {
        String read = call.operation().read();
        if (answer.header(ETAG).isPresent() || call.etag() == null || read == null) {
            return answer.header(ETAG);
        }
        Request plain = new Request("GET", path(read, call, answer), credentials(call.caller()), null);
        Exchange reading = wire.send(plain, replica());
        journal.note("the newest version", reading);
        return reading.reply().flatMap(now -> now.header(ETAG));
    }

    /** A new call of an operation that comes after this one, on the result that this one had. */
    public Call prepareOn(Operation operation, Call earlier, Answer answer) {
        control(operation);
        Map<String, JsonNode> values = new HashMap<>(earlier.values());
        result(earlier.operation(), answer, values);
        return made(operation, earlier.caller(), conditions.unique(operation), values);
    }

    /** The same on the newest version of that result: others may have changed it since then. */
    public Call prepareOnNewest(Operation operation, Call earlier, Answer answer) {
        Call call = prepareOn(operation, earlier, answer);
        String read = earlier.operation().read();
        if (call.etag() == null || read == null) {
            return call;
        }
        Request plain = new Request("GET", path(read, earlier, answer), credentials(earlier.caller()), null);
        Exchange reading = wire.send(plain, replica());
        journal.note("the newest version", reading);
        Map<String, JsonNode> values = new HashMap<>(call.values());
        reading.reply()
                .flatMap(now -> now.header(ETAG))
                .ifPresent(etag -> values.put(call.etagName(), TextNode.valueOf(etag)));
        return made(operation, call.caller(), call.unique(), values);
    }

    /** The path under which the result of a call is read. */
    public String path(String template, Call call, Answer answer) {
        Map<String, JsonNode> values = new HashMap<>(call.values());
        if (call.operation().id() != null) {
            result(call.operation(), answer, values);
        }
        return new Template(values).path(template);
    }

    /**
     * A request that reads the result of a call.
     *
     * @param keyed whether it has a fresh key, of which a reading has no need
     */
    public Call reading(Call call, Answer answer, boolean keyed) {
        String read = call.operation().read();
        if (read == null) {
            throw Judgement.notChecked("read: the target file does not say where "
                    + call.operation().withArticle() + " is read");
        }
        Request plain = new Request("GET", path(read, call, answer), credentials(call.caller()), null);
        Call reading = call.with(plain);
        return keyed ? keys.onAReading(reading) : reading;
    }

    /**
     * A request that reads the result of an answer where the result of the operation's control is found in that way.
     *
     * @return nothing where it is not found, or the target file does not say where results are read
     */
    Optional<Call> readingLikeItsControl(Call call, Answer answer) {
        if (call.operation().read() == null || call.operation().id() == null) {
            return Optional.empty();
        }
        return controls.sent(call.operation())
                .map(control -> reading(control.call(), control.answer(), false))
                .map(reading -> wire.send(reading.request(), replica()))
                .filter(exchange ->
                        exchange.reply().filter(Answer::isSuccessful).isPresent())
                .map(found -> reading(call, answer, false));
    }

    /** The call with headers of the target file beside its own. */
    public Call with(Map<String, String> headers, Call call) {
        Template template = new Template(named(call));
        Request request = call.request();
        for (Map.Entry<String, String> header : headers.entrySet()) {
            request = request.with(header.getKey(), template.fill(header.getValue()));
        }
        return call.with(request);
    }

    /** The call as a retry sends it: without the headers that only its first attempt has. */
    Call retried(Call call) {
        Template template = new Template(named(call));
        Request request = call.request();
        for (Map.Entry<SandboxWord, Operation.Switch> aid :
                call.operation().switches().entrySet()) {
            for (Map.Entry<String, String> header : aid.getValue().headers().entrySet()) {
                Header first = new Header(header.getKey(), template.fill(header.getValue()));
                if (aid.getKey().isOnce() && request.headers().contains(first)) {
                    request = request.with(first.name(), null);
                }
            }
        }
        return call.with(request);
    }

    /** Sends a request of the target file that makes the target behave in some way towards a call. */
    public void control(String what, Operation.Template form, Call call) {
        Exchange exchange = new Control(what, form, wire, target).send(named(call));
        journal.note("the request to " + what, exchange);
    }

    /**
     * Makes the target treat a call so, until it is switched off.
     *
     * @param owner is given what may be on, also where this ends the scenario
     */
    public void switchOn(
            SandboxWord word,
            Operation.Template start,
            Operation.Template stop,
            Call call,
            Consumer<Switches.On> owner) {
        String on = "make " + call.operation().withArticle() + " «" + word + "»";
        Exchange exchange = capabilities
                .switches()
                .on(
                        new Control(on, start, wire, target),
                        new Control(
                                "stop " + call.operation().withArticle() + " from being «" + word + "»",
                                stop,
                                wire,
                                target),
                        named(call),
                        owner);
        journal.note("the request to " + on, exchange);
    }

    /** What such a request may name of a call. */
    private static Map<String, JsonNode> named(Call call) {
        Map<String, JsonNode> values = new HashMap<>(call.values());
        values.put("unique", TextNode.valueOf(call.unique()));
        if (call.key() != null) {
            values.put("key", TextNode.valueOf(call.key()));
        }
        return values;
    }

    /** A request of the target file that is not judged, sent by a principal. */
    public Request fill(Operation.Template form, String principal, Map<String, JsonNode> values) {
        return new Template(values).request(form, credentials(principal));
    }

    /** The end of the scenario where the operation does not even work once. */
    private void control(Operation operation) {
        phase.requireActing();
        capabilities.switches().requireUndisturbed();
        // They remember what was to be tried, also where nothing may be sent for it.
        controls.require(operation, journal);
        target.requireWrites();
    }

    private Call prepare(Operation operation, Caller caller, String unique) {
        phase.requireActing();
        target.requireWrites();
        Map<String, JsonNode> values = new HashMap<>();
        before(operation, caller, values);
        Call call = made(operation, caller, unique, values);
        if (operation.role() == Role.JOB) {
            layOut(call, 1);
        }
        return call;
    }

    /**
     * Makes so many things for a job to do, and lets the time pass after which they are due. They are made under the job's
     * own unique value, so the effects of a job are what was done to them.
     */
    public void layOut(Call job, int items) {
        phase.requireActing();
        Operation.Work work = job.operation().work();
        Operation item = work == null ? null : target.operations().get(work.operation());
        if (work == null || item == null) {
            throw Judgement.notChecked(
                    "work: the target file does not say what " + job.operation().withArticle() + " works on");
        }
        // Without a clock there is no work before that time has passed.
        Clock clock = work.due() == null ? null : capabilities.clock();
        Map<String, JsonNode> values = new HashMap<>();
        before(item, job.caller(), values);
        Set<JsonNode> ids = new HashSet<>();
        for (Answer answer : laidOut(item, job, items, values)) {
            if (item.id() != null) {
                ids.add(id(item, answer));
            }
        }
        if (item.id() != null && ids.size() < items) {
            throw Judgement.inconclusive(
                    "there is less work for the " + job.name() + " than was laid out",
                    new Fact("expected", items + " of " + item.name() + ", each with an id of its own"),
                    new Fact("actual", String.valueOf(ids.size())));
        }
        if (work.due() != null && clock != null) {
            journal.note("move the clock forward by " + work.due(), clock.advance(work.due()));
        }
    }

    /** One after the other takes a busy target long, but what comes after the same thing may stand in each other's way. */
    private List<Answer> laidOut(Operation item, Call job, int items, Map<String, JsonNode> values) {
        String title = "the " + item.name() + " that the " + job.name() + " works on";
        int atOnce = item.after() == null ? SIDE_BY_SIDE : 1;
        InFlight sideBySide = new InFlight(wire);
        List<Answer> answers = new ArrayList<>();
        while (answers.size() < items) {
            List<Call> some = Stream.generate(() -> made(item, job.caller(), job.unique(), new HashMap<>(values)))
                    .limit(Math.min(atOnce, items - answers.size()))
                    .toList();
            some.forEach(one -> sideBySide.send(one.request(), place(one)));
            List<Exchange> landed = sideBySide.collect();
            for (int i = 0; i < some.size(); i++) {
                answers.add(succeeded(some.get(i), landed.get(i), title));
            }
        }
        return answers;
    }

    private Call made(Operation usual, Caller caller, String unique, Map<String, JsonNode> values) {
        List<Header> credentials = credentials(caller);
        Operation operation = conditions.shaped(usual);
        values.put("unique", TextNode.valueOf(unique));
        Delivery.Broker broker = broker(operation);
        Request request = broker == null
                ? new Template(values).request(operation.request(), credentials)
                : new Template(values).request(operation.request(), List.of()).published(broker.subject());
        Call call = created.expect(
                new Call(operation, caller, unique, null, request, values), credentials, target.isSecret(operation));
        listings.lookBefore(call, credentials);
        return operation.role() == Role.EVENT
                ? signed(call)
                : conditions.applied(keys.put(
                        call, operation.role() == Role.JOB ? keys.fresh() : conditions.key(keys.of(operation))));
    }

    /** The call as its producer signs it now; what is no event is left as it is. */
    public Call signed(Call call) {
        return call.with(producer.signed(call.operation().delivery(), call.request()));
    }

    /** Whether the answer is the success that the target file names for the operation. */
    public static boolean succeeded(Operation operation, Answer answer) {
        Success success = operation.success();
        return !answer.hasFailed() && (success == null ? answer.isSuccessful() : success.has(answer.status()));
    }

    /**
     * The end of the scenario where a success is none of the API's: a page for people, or an answer without the id that the
     * target file announces. What answers so, answers everything so.
     */
    public static void mustBeUsable(Operation operation, Answer answer, Exchange exchange) {
        unusable(operation, answer).ifPresent(wrong -> {
            throw Judgement.inconclusive(
                    "what " + operation.withArticle() + " was answered " + wrong + ": is it the API that answers?",
                    new Fact("actual", describe(exchange)),
                    World.repeat(exchange));
        });
    }

    /** What is wrong with a success, if it is none of the API's. */
    public static Optional<String> unusable(Operation operation, Answer answer) {
        if (answer.isPage()) {
            return Optional.of("is an HTML page");
        }
        return operation.id() != null && isEmpty(id(operation, answer))
                ? Optional.of("has no id at «" + operation.id() + "»" + idElsewhere(answer))
                : Optional.empty();
    }

    /** Where the only member stands that has the name of an id. */
    private static String idElsewhere(Answer answer) {
        List<JsonPointer> places =
                ids(JsonPointer.empty(), answer.at("")).limit(2).toList();
        return places.size() == 1 ? ", but maybe one at «" + places.get(0) + "»" : "";
    }

    private static Stream<JsonPointer> ids(JsonPointer place, JsonNode node) {
        return node.propertyStream().flatMap(member -> {
            JsonPointer there = place.appendProperty(member.getKey());
            return member.getValue().isObject()
                    ? ids(there, member.getValue())
                    : NAME_OF_AN_ID.matcher(member.getKey()).matches() && !isEmpty(member.getValue())
                            ? Stream.of(there)
                            : Stream.empty();
        });
    }

    /** Whether there is nothing where an id should be. */
    public static boolean isEmpty(JsonNode id) {
        return id.isMissingNode() || id.isNull() || id.asText("x").isEmpty();
    }

    /** The id that a success gives to its result, or the response that said how it ended. */
    public static JsonNode id(Operation operation, Answer answer) {
        if (operation.id() == null) {
            throw Judgement.notChecked("id: the target file names no «id» for " + operation.name());
        }
        Answer.End end = answer.end();
        JsonNode last = end == null ? MissingNode.getInstance() : end.last().at(operation.id());
        return last.isMissingNode() ? answer.at(operation.id()) : last;
    }

    /** Whether no second one fits beside it, under whatever key. */
    public static boolean isOnlyOne(Operation operation) {
        Operation.Partial partial = operation.partial();
        return partial != null && partial.fits() != null && partial.fits() < 2;
    }

    /** How many requests for an operation fit into what is left. */
    public static int fits(Operation operation) {
        Operation.Partial partial = operation.partial();
        if (partial == null || partial.fits() == null) {
            throw Judgement.notChecked("partial.fits: the target file does not say how many fit into what is left");
        }
        return partial.fits();
    }

    public String firstPrincipal() {
        return conditions.principal();
    }

    /** A principal with the data that is meant here. */
    public Caller caller(String principal) {
        return new Caller(principal, conditions.tenant());
    }

    /** The headers that say who sends, and whose data is meant here. */
    public List<Header> credentials(String principal) {
        return credentials(caller(principal));
    }

    /** The headers that say who sends, and whose data is meant. */
    public List<Header> credentials(Caller caller) {
        List<Header> headers = new ArrayList<>(principal(caller.principal()));
        Target.Tenant tenant = caller.tenant();
        if (tenant != null) {
            boolean isFirst = target.isFirst(tenant);
            tenant.headers().forEach((name, value) -> {
                // A token may say both: in the first tenant the principal's counts, elsewhere the tenant's.
                boolean hasOne = isFirst
                        && headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
                if (!hasOne) {
                    headers.removeIf(header -> header.name().equalsIgnoreCase(name));
                    headers.add(new Header(name, value));
                }
            });
        }
        return headers;
    }

    /** The headers that say who sends. */
    public List<Header> principal(String principal) {
        Target.Principal who = target.principals().get(principal);
        return who == null ? List.of() : PrincipalCredentials.headers(principal, who);
    }

    private void before(Operation operation, Caller caller, Map<String, JsonNode> values) {
        Operation needed =
                operation.after() == null ? null : target.operations().get(operation.after());
        if (needed == null) {
            return;
        }
        Call call = prepare(needed, caller, conditions.unique(needed));
        values.putAll(call.values());
        result(needed, must(call, "the " + needed.name() + " that comes before " + operation.withArticle()), values);
        String id = needed.name() + ".id";
        if (values.containsKey(id)) {
            parents.give(id, values.get(id));
        }
    }

    /** Sends what is not judged; without a success the scenario has not reached its condition. */
    private Answer must(Call call, String title) {
        return succeeded(call, wire.send(call.request(), place(call)), title);
    }

    private Answer succeeded(Call call, Exchange exchange, String title) {
        journal.note(title, exchange, call);
        Answer answer = exchange.answer();
        if (answer == null || !succeeded(call.operation(), answer)) {
            throw Judgement.inconclusive(title + " did not succeed", new Fact("actual", describe(exchange)));
        }
        mustBeUsable(call.operation(), answer, exchange);
        return answer;
    }

    static void result(Operation operation, Answer answer, Map<String, JsonNode> values) {
        if (operation.id() != null) {
            values.put(operation.name() + ".id", id(operation, answer));
        }
        answer.header(ETAG).ifPresent(etag -> values.put(operation.name() + ".etag", TextNode.valueOf(etag)));
    }

    /** Where a call goes where no scenario says otherwise: to the first replica, or to the broker of what is published. */
    public URI place(Call call) {
        Delivery.Broker broker = call.request().isPublished() ? broker(call.operation()) : null;
        return broker == null ? replica() : broker.url();
    }

    private static Delivery.@Nullable Broker broker(Operation operation) {
        Delivery delivery = operation.delivery();
        return delivery == null ? null : delivery.broker();
    }

    /** The replica that is asked where no scenario asks for another. */
    public URI replica() {
        return target.urls().get(0);
    }

    static String describe(Exchange exchange) {
        return exchange.reply().map(Answer::described).orElse("no response (" + exchange.failure() + ")");
    }
}
