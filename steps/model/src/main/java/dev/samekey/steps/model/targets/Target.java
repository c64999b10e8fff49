package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.oracles.database.InboxTable;
import dev.samekey.oracles.database.RecordTable;
import dev.samekey.steps.model.net.Hosts;
import dev.samekey.steps.model.net.WireProtocol;
import dev.samekey.steps.model.targets.Delivery.Signature;
import dev.samekey.steps.model.targets.Operation.Template;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a target file says.
 *
 * @param urls where the target answers; two or more are replicas that share what they know
 * @param writes {@code allowed}, or nothing unsafe is sent
 * @param production {@code allowed} where the target may look like one that real customers use
 * @param tls the trusted authorities, and the harness's own certificate
 * @param proxy the proxy in front of the target; {@code none} for no proxy, whatever the environment says
 * @param protocol what every request to it is sent in
 * @param otherProtocol what it can be spoken to in too, which a run with {@code --strength} tries; null for nothing
 * @param largestBody how many bytes the body of a request may have; null where that is not known
 * @param contract the name of a shipped dialect, a file beside the target file that ends in {@code .yaml}, or the
 *     members themselves
 * @param openapi the API's OpenAPI document: a file, whose name starts at the target file, or a URL
 * @param principals who sends; the first one does where no scenario asks for another
 * @param tenants whose data is meant, where the API has tenants; the first one where no scenario asks for another
 * @param notOffered by role, or {@code partial} and role: why the API has no such operation; and by the name of what else
 *     the file may have, why it has not
 * @param gate what stops a pipeline
 * @param cleanup the request that runs the target's cleanup job once
 * @param restartReplica how one replica, the last of {@code urls}, is restarted while the others run
 * @param counterparts by name, the target's downstream services, which the harness stubs
 * @param story by name, the places where the id of an operation is found (EXT-7)
 * @param client a client under test; a file that has one needs neither {@code urls} nor {@code operations}
 * @param conditions by name, factors of the user's own for a run with {@code --strength}, each with its values; the first is
 *     the usual one
 * @param notTogether values of factors, by their names, that are never tried together
 * @param stronger factors of which more values at a time meet than the strength says
 * @param profiles by name, such as {@code staging}: the members that are otherwise in an environment, as they are written
 */
public record Target(
        @JsonProperty(required = true) String name,
        List<URI> urls,
        @Nullable Permission writes,
        @Nullable Production production,
        @Nullable Tls tls,
        @Nullable String proxy,
        WireProtocol protocol,
        @Nullable WireProtocol otherProtocol,
        @Nullable Integer largestBody,
        @JsonProperty(required = true) JsonNode contract,
        @Nullable String openapi,
        Map<String, Principal> principals,
        Map<String, Tenant> tenants,
        Map<String, Operation> operations,
        Map<String, String> notOffered,
        GatePolicy gate,
        Oracles oracles,
        @Nullable Lifecycle lifecycle,
        @Nullable Clock clock,
        @Nullable Template cleanup,
        @Nullable RestartReplica restartReplica,
        @Nullable Store store,
        Map<String, Counterpart> counterparts,
        Map<String, Place> story,
        Limits limits,
        @Nullable ClientUnderTest client,
        Map<String, Map<String, OwnCondition>> conditions,
        List<Map<String, String>> notTogether,
        List<Stronger> stronger,
        Map<String, Map<String, JsonNode>> profiles) {

    /** What the file leaves out is null until here. */
    public Target {
        urls = urls == null ? List.of() : urls;
        protocol = protocol == null ? WireProtocol.HTTP_1_1 : protocol;
        operations = operations == null ? Map.of() : operations;
        principals = principals == null || principals.isEmpty()
                ? Map.of("anyone", new Principal(Map.of(), null, null))
                : principals;
        tenants = tenants == null ? Map.of() : tenants;
        notOffered = notOffered == null ? Map.of() : notOffered;
        gate = gate == null ? GatePolicy.DEFAULT : gate;
        oracles = oracles == null ? new Oracles(null, null, null, null, null) : oracles;
        counterparts = counterparts == null ? Map.of() : counterparts;
        story = story == null ? Map.of() : story;
        limits = limits == null ? Limits.DEFAULT : limits;
        conditions = conditions == null ? Map.of() : conditions;
        notTogether = notTogether == null ? List.of() : notTogether;
        stronger = stronger == null ? List.of() : stronger;
        profiles = profiles == null ? Map.of() : profiles;
        Map<String, Operation> named = new LinkedHashMap<>();
        operations.forEach((key, operation) -> named.put(key, operation.named(key)));
        operations = named;
    }

    public boolean allowsWrites() {
        return writes == Permission.ALLOWED;
    }

    /**
     * Asked before anything unsafe is done to the target.
     *
     * @throws Judgement not checked, where the file does not allow it
     */
    public void requireWrites() {
        if (!allowsWrites()) {
            throw Judgement.notChecked("writes: the target file lacks «writes: allowed», so nothing unsafe was sent");
        }
    }

    /**
     * All of several replicas.
     *
     * @throws Judgement not checked, where there is one URL
     */
    public List<URI> replicas() {
        if (urls.size() < 2) {
            throw Judgement.notChecked("replicas: the target file names one URL");
        }
        return urls;
    }

    /** The same target, started with some more arguments. */
    public Target startedWith(List<String> arguments) {
        return with(lifecycle == null ? null : lifecycle.with(arguments), limits);
    }

    /** The same target, whose races are to be as sure as this. */
    public Target racing(Confidence races) {
        return with(lifecycle, limits.racing(races));
    }

    private Target with(@Nullable Lifecycle other, Limits others) {
        return new Target(
                name,
                urls,
                writes,
                production,
                tls,
                proxy,
                protocol,
                otherProtocol,
                largestBody,
                contract,
                openapi,
                principals,
                tenants,
                operations,
                notOffered,
                gate,
                oracles,
                other,
                clock,
                cleanup,
                restartReplica,
                store,
                counterparts,
                story,
                others,
                client,
                conditions,
                notTogether,
                stronger,
                profiles);
    }

    /** How long after the last request all effects should be there, those that come late included. */
    public Duration lateEffects() {
        return operations.values().stream()
                .map(Operation::effectsWithin)
                .filter(Objects::nonNull)
                .reduce(limits.lateEffects(), (one, other) -> one.compareTo(other) >= 0 ? one : other);
    }

    /** How many scenarios may run at the same time: one where something that one of them does shows in all of them. */
    public int atOnce() {
        return operations.values().stream().anyMatch(Operation::disturbsOthers) ? 1 : limits.atOnce();
    }

    /** Whether the effects of some operation are counted by a number that other operations change, too. */
    public boolean countsOthers() {
        return operations.values().stream().anyMatch(Operation::countsWithOthers);
    }

    /** Whether the result of an operation is what lets others in: they have it in a place that is named so. */
    public boolean isSecret(Operation operation) {
        String reference = "${" + operation.name() + ".id}";
        return operations.values().stream().anyMatch(other -> other.request().showsAsSecret(reference));
    }

    /** The operations of a role, in the order of the file. */
    public List<Operation> operations(Role role) {
        return operations.values().stream()
                .filter(operation -> operation.role() == role)
                .toList();
    }

    /**
     * Why the API has no such operation: {@code reverse} says it of a {@code partial reverse} too, and {@code sink} of a
     * {@code reported create}.
     */
    public @Nullable String whyNotOffered(String words) {
        if (words.startsWith("reported ") && notOffered.containsKey("sink")) {
            return notOffered.get("sink");
        }
        String role = words.substring(words.lastIndexOf(' ') + 1);
        return notOffered.containsKey(words) ? notOffered.get(words) : notOffered.get(role);
    }

    /**
     * The same judgement with the user's reason, where the file says why it lacks what was needed. The reason of what is not
     * checked begins with the name of that, such as {@code database: }.
     */
    public Judgement explained(Judgement judgement) {
        String reason = judgement.reason();
        String member = reason.substring(0, Math.max(0, reason.indexOf(':')));
        String why = judgement.verdict() == Verdict.NOT_CHECKED ? notOffered.get(member) : null;
        return why == null ? judgement : Judgement.notChecked(member + ": not offered, because " + why);
    }

    /** The word that lets the harness write. */
    public enum Permission {
        ALLOWED
    }

    /** The word that lets the harness write to what looks like production. */
    public enum Production {
        ALLOWED
    }

    /**
     * How TLS connections to the target are made. Files are relative to the target file.
     *
     * @param ca a PEM file of the authorities that are trusted, in place of those that Java trusts
     * @param certificate of the harness: a PEM file with its key in {@code key}, or a PKCS #12 file
     * @param key a PEM file, PKCS #8 without a password; the file of the certificate where it is not given
     * @param password of a PKCS #12 file
     */
    public record Tls(
            @Nullable String ca,
            @Nullable String certificate,
            @Nullable String key,
            @Nullable String password) {}

    /**
     * Who sends.
     *
     * @param headers the headers that say so
     * @param token how the token is fetched that {@code ${token}} stands for in the headers
     * @param sign how each request is signed
     */
    public record Principal(
            Map<String, String> headers,
            @Nullable Token token,
            @Nullable Signing sign) {
        public Principal {
            headers = headers == null ? Map.of() : headers;
            if (token != null && headers.values().stream().noneMatch(value -> value.contains(TOKEN))) {
                Map<String, String> more = new LinkedHashMap<>(headers);
                token.usualHeader().forEach(more::putIfAbsent);
                headers = more;
            }
        }

        /** The text in a header that the token replaces. */
        static final String TOKEN = "${token}";
    }

    /** Whether a header says who sends and whose data is meant: another tenant then has another one for the first principal. */
    public boolean credentialsNameTenants() {
        Set<String> ofPrincipals = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        principals
                .values()
                .forEach(principal -> ofPrincipals.addAll(principal.headers().keySet()));
        return tenants.values().stream()
                .flatMap(tenant -> tenant.headers().keySet().stream())
                .anyMatch(ofPrincipals::contains);
    }

    /** Whether it is the one that is meant where nothing else is said. */
    public boolean isFirst(Tenant tenant) {
        return tenants.values().stream().findFirst().filter(tenant::equals).isPresent();
    }

    /**
     * By the name in a header that no principal has, such as that of {@code clock}, the principal whose token is meant: {@code token}
     * for the first one that has one, {@code token.bob} for that of bob.
     */
    public Map<String, String> tokens() {
        Map<String, String> tokens = new LinkedHashMap<>();
        principals.forEach((name, principal) -> {
            if (principal.token() != null) {
                tokens.putIfAbsent("token", name);
                tokens.put("token." + name, name);
            }
        });
        return tokens;
    }

    /** Whose data is meant: the headers that say so. */
    public record Tenant(@JsonProperty(required = true) Map<String, String> headers) {}

    /** Where to look behind the answers. */
    public record Oracles(
            @Nullable Database database,
            Telemetry.@Nullable Log log,
            Telemetry.@Nullable Metrics metrics,
            Telemetry.@Nullable Traces traces,
            Telemetry.@Nullable Lookup lookup) {}

    /**
     * Where the target keeps its rows.
     *
     * @param url a JDBC URL
     * @param records the table of the idempotency records
     * @param inbox the table of the received events
     */
    public record Database(
            @JsonProperty(required = true) String url,
            @Nullable String user,
            @Nullable String password,
            @Nullable RecordTable records,
            @Nullable InboxTable inbox) {}

    /**
     * How the harness starts the target, and starts it again.
     *
     * @param start the command, run in the folder of the target file
     * @param ready what answers with 2xx when the target is ready
     */
    public record Lifecycle(
            @JsonProperty(required = true) List<String> start,
            @Nullable Map<String, String> environment,
            @JsonProperty(required = true) Ready ready) {
        Lifecycle with(List<String> arguments) {
            List<String> longer = new ArrayList<>(start);
            longer.addAll(arguments);
            return new Lifecycle(longer, environment, ready);
        }
    }

    /** A path, and the headers with which it is asked. */
    public record Ready(@JsonProperty(required = true) String path, Map<String, String> headers) {
        /** What the file leaves out is null until here. */
        public Ready {
            headers = headers == null ? Map.of() : headers;
        }

        /** What the file writes as a path alone. */
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public static Ready at(String path) {
            return new Ready(path, Map.of());
        }
    }

    /**
     * The target's own idea of the time.
     *
     * @param advance the request that moves it forward by {@code ${ms}} milliseconds, for all replicas
     */
    public record Clock(@JsonProperty(required = true) Template advance) {}

    /**
     * How one replica is restarted: by one of two. Either comes back when the old process has ended.
     *
     * @param command run in the folder of the target file; no shell reads it
     * @param request sent to the first replica
     */
    public record RestartReplica(
            @Nullable List<String> command, @Nullable Template request) {
        boolean isUsable() {
            return (command == null) != (request == null) && (command == null || !command.isEmpty());
        }
    }

    /**
     * How the target's store is taken away: on the way to it, which leads through the harness, or by a request.
     *
     * @param listen the port on the loopback interface at which the target looks for its store
     * @param upstream host and port of the store
     * @param cut the request that takes the store away
     * @param restore the request that gives it back
     */
    public record Store(
            @Nullable Integer listen,
            @Nullable String upstream,
            @Nullable Template cut,
            @Nullable Template restore) {

        private static final int LAST_PORT = 65535;

        /** A way through the harness. */
        public static Store relayed(int listen, String upstream) {
            return new Store(listen, upstream, null, null);
        }

        /** Whether it says one way, and all of that. */
        boolean isUsable() {
            boolean byRequest = cut != null && restore != null && listen == null && upstream == null;
            return byRequest || (cut == null && restore == null && isRelay());
        }

        private boolean isRelay() {
            return upstream != null
                    && listen != null
                    && upstream.matches("[\\w.-]+:\\d{1,5}")
                    && isPort(listen)
                    && isPort(upstreamPort(upstream));
        }

        public InetSocketAddress upstreamAddress() {
            String address = Objects.requireNonNull(upstream);
            return new InetSocketAddress(address.substring(0, address.indexOf(':')), upstreamPort(address));
        }

        private static int upstreamPort(String address) {
            return Integer.parseInt(address.substring(address.indexOf(':') + 1));
        }

        static boolean isPort(int number) {
            return number > 0 && number <= LAST_PORT;
        }
    }

    /** The role of a counterpart in the operations that reach it. */
    public enum CounterpartRole {
        /** What it does is part of the operation, and it knows keys: it does a thing once for each. */
        PROVIDER,
        /** What it does is part of the operation, and it knows no keys: it does a thing whenever it is asked. */
        VENDOR,
        /** It receives a report of the operation, at once or later. */
        SINK
    }

    /**
     * A downstream service of the target, which the harness stubs.
     *
     * @param listen the port on the loopback interface at which the target looks for it
     * @param nats for a sink: where it reads what the target publishes, in place of a port
     * @param about a JSON pointer to the member of a call that has the {@code ${unique}} of its operation; in a form, the
     *     field of that name
     * @param key where a call has its key
     * @param answer what it answers when it did what it was asked for, 201 and an id where it is not given
     * @param duplicate what it answers when it takes a call for a duplicate; null where it never says so, as one that replays
     * @param signature how a sink is to know that a call is from the target
     * @param volatiles the members of a call that may differ in each attempt at one operation
     */
    public record Counterpart(
            @Nullable Integer listen,
            @Nullable Subject nats,
            @JsonProperty(required = true) CounterpartRole role,
            @JsonProperty(required = true) String about,
            @Nullable CounterpartKey key,
            CounterpartAnswer answer,
            @Nullable CounterpartAnswer duplicate,
            @Nullable Signature signature,
            @JsonProperty("volatile") List<JsonPointer> volatiles) {
        private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
        private static final CounterpartAnswer ANSWER =
                new CounterpartAnswer(201, NODES.objectNode().put("id", "${id}"));

        /** What the file leaves out is null until here. */
        public Counterpart {
            key = key == null && nats != null ? new CounterpartKey("Nats-Msg-Id", null) : key;
            answer = answer == null ? ANSWER : answer;
            volatiles = volatiles == null ? List.of() : List.copyOf(volatiles);
        }
    }

    /** A subject of a stream of NATS JetStream. */
    public record Subject(
            @JsonProperty(required = true) URI url,
            @JsonProperty(required = true) String stream,
            @JsonProperty(required = true) String subject) {}

    /** Where a call to a counterpart has its key: in a header, or in a member of its body, by JSON pointer. */
    public record CounterpartKey(
            @Nullable String header, @Nullable String member) {}

    /** @param body with {@code ${id}} of what was done, {@code ${/pointer}} into the call, or {@code ${result}} */
    public record CounterpartAnswer(
            @JsonProperty(required = true) int status,
            @JsonProperty(required = true) JsonNode body) {}

    /**
     * A place where the id of an operation is found: in rows, in the calls at a counterpart or in lines of the log. The
     * pointers are JSON pointers into such a call or line.
     *
     * @param sql a query for rows of the id and, as far as there is more to tell, when and what; it may name
     *     {@code :unique} and {@code :key}
     * @param counterpart the name of one that an operation reaches; where it does not, the place is not in its story
     * @param log the member of a line that holds the idempotency key
     * @param id a pointer to the id; the key of a call where it is not given
     * @param when a pointer to the time of a line, as ISO 8601 writes it
     * @param what a pointer to a word that says what the call or the line is
     */
    public record Place(
            @Nullable String sql,
            @Nullable String counterpart,
            @Nullable String log,
            @Nullable String id,
            @Nullable String when,
            @Nullable String what) {}

    /**
     * What the harness keeps to.
     *
     * @param answer how many seconds an answer may take, 10 where it is not given
     * @param atOnce how many scenarios run side by side, 4 where it is not given
     * @param races how sure a race has to be
     * @param late how many seconds after the last scenario all effects are counted once more, 1 where it is not given
     * @param requests how many requests a run may send, 20,000 where it is not given
     * @param rate how many a second; where it is not given 50, and any number on this machine
     * @param connections how many at once, 100 where it is not given
     */
    public record Limits(
            Integer answer,
            Integer atOnce,
            Confidence races,
            Integer late,
            Integer requests,
            @Nullable Double rate,
            Integer connections) {
        private static final Limits DEFAULT = new Limits(10, 4, Confidence.DEFAULT, 1, 20_000, null, 100);
        private static final double ELSEWHERE = 50;

        /** What the file leaves out is null until here. */
        public Limits {
            answer = answer == null ? DEFAULT.answer() : answer;
            atOnce = atOnce == null ? DEFAULT.atOnce() : atOnce;
            races = races == null ? Confidence.DEFAULT : races;
            late = late == null ? DEFAULT.late() : late;
            requests = requests == null ? DEFAULT.requests() : requests;
            connections = connections == null ? DEFAULT.connections() : connections;
        }

        Limits racing(Confidence other) {
            return new Limits(answer, atOnce, other, late, requests, rate, connections);
        }

        /** How many requests a second; null where the machine is the limit. */
        public @Nullable Double rate(List<URI> urls) {
            boolean here = urls.stream().allMatch(url -> Hosts.isHere(url.getHost()));
            return rate != null || here ? rate : Double.valueOf(ELSEWHERE);
        }

        /** What a run keeps to, in words. */
        public String described(List<URI> urls) {
            Double perSecond = rate(urls);
            return "at most " + requests + " requests, "
                    + (perSecond == null ? "as fast as the responses arrive" : perSecond + " a second") + ", "
                    + connections
                    + " at once (limits.requests, rate, connections)";
        }

        public Duration answerLimit() {
            return Duration.ofSeconds(answer);
        }

        /** When effects that come late should be there. */
        Duration lateEffects() {
            return Duration.ofSeconds(late);
        }
    }
}
