package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.listing.Paging;
import dev.samekey.steps.model.contract.Refusal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An unsafe request that the target offers.
 *
 * @param name its name in the target file, set from there
 * @param key where it carries a key of its own, such as the run id of a job; the contract's place where not given
 * @param contract the members in which its contract differs from that of the target; null there takes one away
 * @param work for a job: what it works on
 * @param after the operation that must have succeeded before, such as the payment of a refund
 * @param success the statuses of a success; any 2xx where it is not given
 * @param refusedBy a JSON pointer to what only the body of a refusal has, whatever its status
 * @param payload a JSON pointer to the part of the body that is the payload, such as the variables of GraphQL
 * @param id a JSON pointer to the id of the result in a success's body
 * @param poll how an operation that was accepted (202) is followed to its end
 * @param read the path under which the result is read
 * @param cleanup the request that takes the result away when the run is over
 * @param intent what carries the intent, named as {@link BodyKind} or {@link OutsideBody} says, each with another value that is
 *     valid too
 * @param sandbox by word the members that make the target's
 *     sandbox behave so, named in the same way
 * @param switches by word the requests that make the target behave so
 * @param takes how long each request takes before its effect, where it is always slow
 * @param stakes high where its keys live for the contract's {@code lifetime.high_stakes}
 * @param stale what makes an update one of an outdated state (CND-1)
 * @param partial for an operation that takes a part of what is left
 * @param reaches the counterparts that it calls, by name
 * @param delivery for an event
 */
public record Operation(
        @JsonIgnore @Nullable String name,
        @JsonProperty(required = true) Role role,
        @Nullable OwnKey key,
        @Nullable ObjectNode contract,
        @Nullable Work work,
        @Nullable String after,
        @JsonProperty(required = true) Template request,
        @Nullable Success success,
        @Nullable String refusedBy,
        JsonPointer payload,
        @Nullable String id,
        @Nullable Poll poll,
        @Nullable String read,
        @Nullable Template cleanup,
        Map<String, JsonNode> intent,
        Map<SandboxWord, Map<String, JsonNode>> sandbox,
        Map<SandboxWord, Switch> switches,
        @Nullable Duration takes,
        @Nullable Stakes stakes,
        @Nullable Stale stale,
        @Nullable Partial partial,
        List<String> reaches,
        @Nullable Effects effects,
        @Nullable Delivery delivery) {

    /** What the file leaves out is null until here. */
    public Operation {
        payload = payload == null ? JsonPointer.empty() : payload;
        intent = intent == null ? Map.of() : intent;
        sandbox = sandbox == null ? Map.of() : sandbox;
        switches = switches == null ? Map.of() : switches;
        reaches = reaches == null ? List.of() : reaches;
    }

    Operation named(String given) {
        return new Operation(
                given, role, key, contract, work, after, request, success, refusedBy, payload, id, poll, read, cleanup,
                intent, sandbox, switches, takes, stakes, stale, partial, reaches, effects, delivery);
    }

    /** The same operation with another request, and other values that are valid too. */
    public Operation with(Template other, Map<String, JsonNode> others) {
        return new Operation(
                name, role, key, contract, work, after, other, success, refusedBy, payload, id, poll, read, cleanup,
                others, sandbox, switches, takes, stakes, stale, partial, reaches, effects, delivery);
    }

    /** What carries the intent in the body. */
    public Map<String, JsonNode> intentInBody() {
        return intentWhere(place -> OutsideBody.of(request, place).isEmpty());
    }

    /** What carries the intent outside the body. */
    public Map<String, JsonNode> intentOutside() {
        return intentWhere(place -> OutsideBody.of(request, place).isPresent());
    }

    private Map<String, JsonNode> intentWhere(Predicate<String> fits) {
        Map<String, JsonNode> some = new LinkedHashMap<>(intent);
        some.keySet().removeIf(fits.negate());
        return some;
    }

    /** Such as {@code a payment} or {@code an update}, for a message. */
    public String withArticle() {
        return withArticle(name);
    }

    /** The same of a name. */
    public static String withArticle(@Nullable String name) {
        String word = String.valueOf(name);
        return (word.matches("(?i)[aeiou].*") ? "an " : "a ") + word;
    }

    /** The queries that count the effects of one request, those of each handler of an event among them. */
    public List<String> queries() {
        Stream<String> own = effects == null ? Stream.empty() : effects.sql().stream();
        Stream<String> handled = delivery == null
                ? Stream.empty()
                : delivery.handlers().values().stream().map(Delivery.Handler::effects);
        return Stream.concat(own, handled).toList();
    }

    /** Whether there is a way to count the effects of one request. */
    public boolean hasCounter() {
        return !queries().isEmpty() || (effects != null && !effects.list().isEmpty());
    }

    /** Whether the sender chooses the id of what it makes: the same request makes no second one, under whatever key. */
    public boolean namesWhatItMakes() {
        return role.makesNew()
                && "PUT".equals(request.method())
                && request.path().split("\\?", 2)[0].contains("${unique}");
    }

    /** Whether the file says how to make it behave so; a provider that it reaches may know a way too. */
    public boolean can(SandboxWord word) {
        return sandbox.containsKey(word) || switches.containsKey(word) || (word == SandboxWord.SLOW && takes != null);
    }

    /** Whether it is made to behave, or its effects are counted, in a way that every scenario would notice. */
    boolean disturbsOthers() {
        return switches.values().stream().anyMatch(Switch::isForAll) || countsWithOthers();
    }

    /** Whether its effects are counted by the growth of what every operation shares. */
    public boolean countsWithOthers() {
        return growth().anyMatch(path -> !path.contains("${"));
    }

    /** The paths at whose growth its effects are counted. */
    public Stream<String> growth() {
        return effects == null
                ? Stream.empty()
                : Stream.concat(
                        effects.list().stream().filter(Listing::difference).map(Listing::path),
                        effects.ledger().stream().filter(Ledger::difference).map(Ledger::path));
    }

    /** How long its effects may take to be counted; null where the file does not say. */
    public @Nullable Duration effectsWithin() {
        return effects == null ? null : effects.within();
    }

    /**
     * How an operation that was accepted (202) is followed to its end.
     *
     * @param at the header, or the JSON pointer to the member of the body, that has the status URL
     * @param until by JSON pointer into what is read there, the value that says that it has succeeded, or a list of values
     * @param failed the same for one that came to nothing
     * @param within how long it may take, 10 seconds where it is not given
     */
    public record Poll(
            @JsonProperty(required = true) String at,
            Map<String, JsonNode> until,
            Map<String, JsonNode> failed,
            Duration within) {
        private static final Duration USUAL = Duration.ofSeconds(10);

        /** What the file leaves out is null until here. */
        public Poll {
            until = until == null ? Map.of() : until;
            failed = failed == null ? Map.of() : failed;
            within = within == null ? USUAL : within;
        }
    }

    /** A header or, by its JSON pointer, a member of the body; or both, which then say the same. */
    public record OwnKey(@Nullable String header, @Nullable JsonPointer member) {}

    /**
     * What there is to do for a job.
     *
     * @param operation the operation whose results the job works on, one by one
     * @param due how long after that the job has something to do; at once where it is not given
     * @param retriedAfter how long after a run has failed the system starts it again by itself; null where it does not
     */
    public record Work(
            @JsonProperty(required = true) String operation,
            @Nullable Duration due,
            @Nullable Duration retriedAfter) {}

    /**
     * What makes the target behave in some way: requests that begin and end that, or headers of the request that is to meet
     * it. They may name {@code ${key}} of that request.
     *
     * @param stop needed where the target would behave so for ever
     * @param headers of the first attempt only where the word says so
     */
    public record Switch(@Nullable Template start, @Nullable Template stop, Map<String, String> headers) {
        private static final Pattern OF_ITS_OWN = Pattern.compile("\\$\\{[^}]*}");

        /** What the file leaves out is null until here. */
        public Switch {
            headers = headers == null ? Map.of() : headers;
        }

        /** Whether it starts or ends for every request: it names nothing of the one that is to meet it. */
        boolean isForAll() {
            return (start != null && isForAll(start)) || (stop != null && isForAll(stop));
        }

        private static boolean isForAll(Template form) {
            String text = form.path() + form.headers() + form.body();
            return !OF_ITS_OWN.matcher(text).find();
        }
    }

    /** What is lost when an operation happens twice. */
    public enum Stakes {
        HIGH
    }

    /** The headers that name an outdated state, such as {@code If-Match}. */
    public record Stale(@JsonProperty(required = true) Map<String, String> headers) {}

    /**
     * A request with names such as {@code ${unique}}, {@code ${payment.id}} and {@code ${payment.etag}} still in it.
     *
     * @param bodyFile the file that the body was read from
     */
    public record Template(
            @JsonProperty(required = true) String method,
            @JsonProperty(required = true) String path,
            @Nullable Map<String, String> headers,
            @Nullable JsonNode body,
            @Nullable String bodyFile) {
        private static final Pattern SECRET = Pattern.compile(
                "(?i).*(authorization|token|secret|password|cookie|api-?key|credential|session|csrf).*");

        /** One whose body is in the target file. */
        public Template(String method, String path, @Nullable Map<String, String> headers, @Nullable JsonNode body) {
            this(method, path, headers, body, null);
        }

        /** The same request with another body. */
        public Template with(JsonNode other) {
            return new Template(method, path, headers, other, bodyFile);
        }

        /** What its body is. */
        public BodyKind kind() {
            return BodyKind.of(mediaType(), body);
        }

        /** Whether its body is JSON, and its media type has no parameter. */
        public boolean hasPlainJson() {
            return body != null && mediaType().equalsIgnoreCase("application/json");
        }

        /** The media type that the file names; JSON where it names none. */
        String mediaType() {
            Stream<Map.Entry<String, String>> named = headers == null ? Stream.empty() : headers.entrySet().stream();
            return named.filter(header -> header.getKey().equalsIgnoreCase("Content-Type"))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse("application/json");
        }

        /** Whether a text stands in a header, a parameter or a member of the body whose name says that it is a secret. */
        boolean showsAsSecret(String text) {
            Stream<Map.Entry<String, String>> named = headers == null ? Stream.empty() : headers.entrySet().stream();
            boolean inQuery = Stream.of(path.split("[?&]"))
                    .map(pair -> pair.split("=", 2))
                    .anyMatch(sides -> sides.length == 2 && shows(sides[0], sides[1], text));
            return inQuery
                    || named.anyMatch(header -> shows(header.getKey(), header.getValue(), text))
                    || (body != null && shows(body, text));
        }

        private static boolean shows(JsonNode node, String text) {
            return node.properties().stream()
                            .anyMatch(member ->
                                    shows(member.getKey(), member.getValue().asText(""), text)
                                            || shows(member.getValue(), text))
                    || (node.isArray() && node.valueStream().anyMatch(item -> shows(item, text)));
        }

        private static boolean shows(String name, String value, String text) {
            return value.contains(text) && SECRET.matcher(name).matches();
        }
    }

    /**
     * An operation of which several fit into what is left.
     *
     * @param amount a JSON pointer to the amount
     * @param left the amount that one such operation leaves
     * @param beyond an amount that is more than that
     * @param fits how many of the request's own amount fit into what is there (CON-9)
     * @param refusal how too much is refused
     */
    public record Partial(
            @Nullable String amount,
            @Nullable JsonNode left,
            @Nullable JsonNode beyond,
            @Nullable Integer fits,
            @Nullable Refusal refusal) {

        /** As much below what is left as {@code beyond} is above it; null where that is no amount. */
        public @Nullable JsonNode justWithin() {
            if (left == null || beyond == null) {
                return null;
            }
            try {
                BigDecimal bound = new BigDecimal(left.asText());
                BigDecimal within = bound.add(bound).subtract(new BigDecimal(beyond.asText()));
                return within.signum() <= 0 || within.compareTo(bound) >= 0
                        ? null
                        : left.isTextual() ? TextNode.valueOf(within.toPlainString()) : DecimalNode.valueOf(within);
            } catch (NumberFormatException noNumber) {
                return null;
            }
        }
    }

    /**
     * How the effects of one request are counted, by what the request itself made.
     *
     * @param sql queries that give one number each; they may name {@code :unique} and {@code :key}
     * @param list listings of the API
     * @param ledger where the sum stands that is booked for the request: positive for money in, negative for money out
     * @param within how long after a request its effects may take to be counted; where it is not given, they are there
     *     with the response
     */
    public record Effects(
            List<String> sql,

            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<Listing> list,

            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<Ledger> ledger,

            @Nullable Duration within) {

        /** What the file leaves out is null until here. */
        public Effects {
            sql = sql == null ? List.of() : sql;
            list = list == null ? List.of() : list;
            ledger = ledger == null ? List.of() : ledger;
        }
    }

    /**
     * A listing of the API.
     *
     * @param count a JSON pointer to an array, whose items count, or to a number
     * @param where by JSON pointer into an item, the value that it must have to count
     * @param next how a page leads to the next one, where there are several
     * @param difference whether what counts is how many more there are than before the request
     */
    public record Listing(
            @JsonProperty(required = true) String path,
            @JsonProperty(required = true) String count,
            Map<String, JsonNode> where,
            @Nullable Paging next,
            Boolean difference) {

        /** What the file leaves out is null until here. */
        public Listing {
            where = where == null ? Map.of() : where;
            difference = difference != null && difference;
        }

        /** Whether it shows what one request has made, and that alone. */
        public boolean showsOne() {
            return !difference && (path + where.values()).contains("${unique}");
        }
    }

    /**
     * A ledger: a query, or a number that the API shows.
     *
     * @param sql the query, which may name {@code :unique} and {@code :key}
     * @param at a JSON pointer to the number
     * @param difference whether what counts is by how much the number has grown since before the request
     */
    public record Ledger(
            @JsonIgnore @Nullable String sql,
            @JsonProperty(required = true) String path,
            @JsonProperty(required = true) String at,
            Boolean difference) {

        /** What the file leaves out is null until here. */
        public Ledger {
            difference = difference != null && difference;
        }

        /** What it is called in a report. */
        public String name() {
            return sql == null ? (difference ? "growth of " : "") + "GET " + path + " at " + at : sql;
        }

        /** A ledger that the file writes as a text alone. */
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Ledger of(String sql) {
            return new Ledger(sql, "", "", false);
        }
    }
}
