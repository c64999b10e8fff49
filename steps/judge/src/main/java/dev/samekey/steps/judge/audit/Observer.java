package dev.samekey.steps.judge.audit;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.audit.Seen.Outcome;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Contract.Scope;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Marker;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Replay;
import dev.samekey.steps.model.targets.Operation;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a recorded exchange by the contract. */
public final class Observer {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    /** Nobody was let in, or the service did not look at the request: nothing was done. */
    private static final Set<Integer> NOT_LET_IN = Set.of(401, 403, 429);

    /** A UUID or a ULID: no two callers have one. */
    private static final Pattern RANDOM =
            Pattern.compile("[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}|[0-9A-HJKMNP-TV-Z]{26}");

    private static final String USUAL_ID = "/id";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Contract contract;
    private final Reading reading;
    private final List<Operation> operations;
    private final List<JsonPointer> varying;
    private final List<JsonPointer> volatiles;
    private final boolean countsBytes;
    /** Most of a recording's routes are a few. */
    private final Map<String, String> routes = new HashMap<>();

    /** @param operations they say where a response has the id of what was made; without them it is where most have it */
    public Observer(Contract contract, Collection<Operation> operations) {
        this.contract = contract;
        this.reading = new Reading(contract);
        this.operations = operations.stream().filter(one -> one.id() != null).toList();
        this.varying = varying(contract);
        Contract.Fingerprint fingerprint = contract.fingerprint();
        List<JsonPointer> named = fingerprint == null ? null : fingerprint.volatiles();
        this.volatiles = named == null ? List.of() : named;
        this.countsBytes = fingerprint != null && fingerprint.of() == Contract.Of.BYTES;
    }

    private static List<JsonPointer> varying(Contract contract) {
        List<JsonPointer> varying = new ArrayList<>();
        Replay replay = contract.replay();
        if (replay != null && replay.varies() != null) {
            varying.addAll(replay.varies());
        }
        Marker marker = contract.marker();
        if (marker != null && marker.member() != null) {
            varying.add(marker.member());
        }
        return varying;
    }

    /** Whether the contract speaks of such a request at all. */
    boolean isOfTheContract(Recorded recorded) {
        List<Contract.Method> methods = contract.methods();
        return methods == null
                ? !SAFE.contains(recorded.method())
                : methods.stream().anyMatch(method -> method.name().equals(recorded.method()));
    }

    Seen seen(Recorded recorded) {
        Recorded.Response response = recorded.response();
        Answer answer = response == null ? null : response.answer();
        String route = routes.computeIfAbsent(recorded.method() + " " + recorded.path(), same -> same);
        String key = key(recorded).orElse("");
        String payload = recorded.payload();
        return new Seen(
                recorded.place(),
                micros(recorded.sent()),
                answered(recorded),
                recorded.resolution().toNanos() / 1000,
                caller(recorded),
                key.isEmpty() ? 0 : Digest.of(key),
                RANDOM.matcher(key).find(),
                isLegal(key),
                route,
                payload == null ? 0 : payload(route, payload),
                payload == null ? 0 : Digest.of(payload),
                outcome(response),
                answer == null ? 0 : answer.status(),
                response == null ? null : mark(response),
                response == null ? null : result(response),
                response == null ? 0 : body(response),
                answer == null ? 0 : answer.header("Set-Cookie").map(Digest::of).orElse(0L),
                response == null ? null : saysWhen(response));
    }

    private CallerId caller(Recorded recorded) {
        CallerId caller = recorded.caller();
        String tenant = contract.tenantHeader();
        return tenant == null
                ? caller
                : recorded.header(tenant)
                        .map(value -> new CallerId(caller.id() + "/" + Digest.text(value), caller.isLasting()))
                        .orElse(caller);
    }

    /** What a request says that counts: where the route is a part of the scope it is not a part of the payload too. */
    private long payload(String route, String text) {
        long meaning = countsBytes ? Digest.of(text) : Digest.ofJson(text, volatiles);
        List<Scope> scope = contract.scope();
        return scope != null && scope.contains(Scope.ROUTE) ? meaning : Digest.of(route + " " + meaning);
    }

    /** A response that nobody received has no end. */
    private static long answered(Recorded recorded) {
        Instant answered = recorded.answered();
        return recorded.response() == null || answered == null ? Seen.UNKNOWN : micros(answered);
    }

    private long body(Recorded.Response response) {
        return response.hasBody() ? Digest.ofJson(response.answer().body(), varying) : 0;
    }

    private static @Nullable Boolean saysWhen(Recorded.Response response) {
        return response.hasHeaders() ? response.answer().header("Retry-After").isPresent() : null;
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    /** Where keys have a form of their own, the recording's way to write them may be another one. */
    private boolean isLegal(String key) {
        Key rule = contract.key();
        boolean isText = rule.syntax() == null || rule.syntax() == Key.Syntax.ANY;
        Integer max = rule.max();
        Pattern characters = rule.characters();
        return !isText
                || ((max == null || key.length() <= max)
                        && (characters == null
                                || key.chars()
                                        .allMatch(one -> characters
                                                .matcher(Character.toString(one))
                                                .matches())));
    }

    private Optional<String> key(Recorded recorded) {
        if (recorded.key() != null) {
            return Optional.of(recorded.key());
        }
        Key key = contract.key();
        String payload = recorded.payload();
        return switch (key.in()) {
            case HEADER -> recorded.header(key.name());
            case BODY -> payload == null ? Optional.empty() : member(payload, key.name());
            case FORM -> payload == null ? Optional.empty() : field(payload, key.name());
        };
    }

    private static Optional<String> member(String payload, String path) {
        try {
            JsonNode node = JSON.readTree(payload);
            for (String name : path.split("\\.", -1)) {
                node = node.path(name);
            }
            return node.isValueNode() && !node.isNull() ? Optional.of(node.asText()) : Optional.empty();
        } catch (IOException noJson) {
            return Optional.empty();
        }
    }

    private static Optional<String> field(String payload, String name) {
        return Stream.of(payload.split("&"))
                .filter(field -> field.startsWith(name + "="))
                .map(field -> URLDecoder.decode(field.substring(name.length() + 1), StandardCharsets.UTF_8))
                .findFirst();
    }

    private Outcome outcome(Recorded.@Nullable Response response) {
        if (response == null
                || response.answer().status() >= 500
                || response.answer().status() < 200) {
            return Outcome.OPEN;
        }
        Answer answer = response.answer();
        if (answer.isSuccessful()) {
            return Outcome.DONE;
        }
        if (!answer.isRefusal() || NOT_LET_IN.contains(answer.status())) {
            return Outcome.OPEN;
        }
        if (!response.hasBody()) {
            return answer.status() == 425
                    ? Outcome.IN_PROGRESS
                    : isOfAUsedKey(answer.status()) ? Outcome.REFUSED_SOMEHOW : Outcome.REFUSED;
        }
        if (reading.isInProgress(answer)) {
            return Outcome.IN_PROGRESS;
        }
        if (reading.knowsMismatch() && reading.isMismatch(answer)) {
            return Outcome.MISMATCH;
        }
        if (reading.isOfAUsedKey(answer)) {
            return Outcome.USED;
        }
        return contract.errorCodes().isEmpty() && isOfAUsedKey(answer.status())
                ? Outcome.REFUSED_SOMEHOW
                : Outcome.REFUSED;
    }

    /** Whether a key that was used may be refused with such a status; what a contract does not name is most often 409 or 422. */
    private boolean isOfAUsedKey(int status) {
        return status == 409
                || status == 422
                || Stream.of(Reason.PAYLOAD_MISMATCH, Reason.IN_PROGRESS, Reason.REPLAYED_KEY, Reason.EXPIRED_KEY)
                        .flatMap(reason -> Stream.ofNullable(contract.refusal(reason)))
                        .map(Refusal::statuses)
                        .anyMatch(statuses -> statuses.contains(status));
    }

    private @Nullable Boolean mark(Recorded.Response response) {
        Marker marker = contract.marker();
        boolean isRecorded = marker != null && (marker.header() == null ? response.hasBody() : response.hasHeaders());
        return isRecorded ? reading.isMarked(response.answer()) : null;
    }

    private @Nullable String result(Recorded.Response response) {
        if (!response.answer().isSuccessful()) {
            return null;
        }
        if (response.hasBody()) {
            Optional<String> found = operations.isEmpty()
                    ? text(response.answer().at(USUAL_ID))
                    : operations.stream()
                            .flatMap(operation -> text(Calls.id(operation, response.answer())).stream())
                            .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
        }
        return response.answer().header("Location").orElse(null);
    }

    private static Optional<String> text(JsonNode found) {
        return found.isValueNode() && !found.isNull() ? Optional.of(found.asText()) : Optional.empty();
    }
}
