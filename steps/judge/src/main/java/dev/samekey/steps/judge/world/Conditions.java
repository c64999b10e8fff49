package dev.samekey.steps.judge.world;

import static dev.samekey.steps.model.conditions.ShippedCondition.BETWEEN_OTHER;
import static dev.samekey.steps.model.conditions.ShippedCondition.BETWEEN_REPEATS;
import static dev.samekey.steps.model.conditions.ShippedCondition.CHARSET_NAMED;
import static dev.samekey.steps.model.conditions.ShippedCondition.CODING_GZIP;
import static dev.samekey.steps.model.conditions.ShippedCondition.CONNECTION_KEPT;
import static dev.samekey.steps.model.conditions.ShippedCondition.KEY_DIGITS;
import static dev.samekey.steps.model.conditions.ShippedCondition.KEY_LONG;
import static dev.samekey.steps.model.conditions.ShippedCondition.KEY_SHORT;
import static dev.samekey.steps.model.conditions.ShippedCondition.KEY_SIGNS;
import static dev.samekey.steps.model.conditions.ShippedCondition.PAUSE_SECOND;
import static dev.samekey.steps.model.conditions.ShippedCondition.PAYLOAD_INTENT;
import static dev.samekey.steps.model.conditions.ShippedCondition.PAYLOAD_LARGE;
import static dev.samekey.steps.model.conditions.ShippedCondition.PAYLOAD_LONG;
import static dev.samekey.steps.model.conditions.ShippedCondition.PAYLOAD_TURNED;
import static dev.samekey.steps.model.conditions.ShippedCondition.PAYLOAD_UNICODE;
import static dev.samekey.steps.model.conditions.ShippedCondition.PRINCIPAL_SECOND;
import static dev.samekey.steps.model.conditions.ShippedCondition.PROTOCOL_CHANGED;
import static dev.samekey.steps.model.conditions.ShippedCondition.PROTOCOL_OTHER;
import static dev.samekey.steps.model.conditions.ShippedCondition.REPLICA_OTHER;
import static dev.samekey.steps.model.conditions.ShippedCondition.REQUEST_BROKEN;
import static dev.samekey.steps.model.conditions.ShippedCondition.RESPONSE_LOST;
import static dev.samekey.steps.model.conditions.ShippedCondition.SPELLING_TURNED;
import static dev.samekey.steps.model.conditions.ShippedCondition.TENANT_SECOND;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.conditions.Combination;
import dev.samekey.steps.model.conditions.ShippedCondition;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.OwnCondition;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Unique;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The conditions of a scenario, put into what it sends. As usual, nothing is changed. */
public final class Conditions {
    /** How many characters the long text of a payload has. */
    static final int LONG_TEXT = 200;

    /** Most servers take as many bytes unless they are told otherwise. */
    private static final int LARGE_BODY = 65_536;

    private static final String CONTENT_TYPE = "Content-Type";
    private static final String UNIQUE = "${unique}";
    private static final String LETTERS = "\u00e4\u0416\u4e2d\ud83d\udd11-";
    private static final Duration PAUSE = Duration.ofMillis(1100);
    private static final int REPEATS = 2;

    private final Target target;
    private final Assigned assigned;
    private final CurrentScenario scenario;

    public Conditions(Target target, Assigned assigned, CurrentScenario scenario) {
        this.target = target;
        this.assigned = assigned;
        this.scenario = scenario;
    }

    /** Those of nobody's scenario: everything is as usual. */
    static Conditions usual(Target target) {
        return new Conditions(target, Assigned.NOTHING, new CurrentScenario());
    }

    /** Those of nobody's scenario. */
    static Conditions of(Target target, Combination combination) {
        CurrentScenario nobody = new CurrentScenario();
        return new Conditions(target, new Assigned(Map.of(nobody.id(), combination)), nobody);
    }

    /** How many bytes a large payload has. */
    static int largeBody(Target target) {
        return target.largestBody() == null ? LARGE_BODY : Math.min(LARGE_BODY, target.largestBody());
    }

    private Combination combination() {
        return assigned.of(scenario.id());
    }

    /** Who sends. */
    String principal() {
        List<String> names = List.copyOf(target.principals().keySet());
        return names.get(combination().has(PRINCIPAL_SECOND) ? 1 : 0);
    }

    /** Whose data is meant; null where the API has no tenants. */
    Target.@Nullable Tenant tenant() {
        return target.tenants().values().stream()
                .skip(combination().has(TENANT_SECOND) ? 1 : 0)
                .findFirst()
                .orElse(null);
    }

    /** What {@code ${unique}} stands for in a new call of an operation. */
    String unique(Operation operation) {
        String unique = Unique.text();
        if (has(PAYLOAD_UNICODE, operation)) {
            return unique.charAt(0) + LETTERS + unique.substring(1);
        }
        return has(PAYLOAD_LONG, operation) ? unique + "-".repeat(LONG_TEXT - unique.length()) : unique;
    }

    /** A key that nobody has used, of those of an operation. */
    String key(Keys keys) {
        return Stream.of(KEY_SHORT, KEY_LONG, KEY_DIGITS, KEY_SIGNS)
                .filter(condition -> combination().has(condition) && keys.can(condition))
                .findFirst()
                .map(keys::having)
                .orElseGet(keys::fresh);
    }

    /** Whether an operation has it now: what comes before the one that is judged may be of another kind. */
    private boolean has(ShippedCondition condition, Operation operation) {
        return combination().has(condition) && fits(operation, condition);
    }

    /** Whether the request of an operation can have it. */
    static boolean fits(Operation operation, ShippedCondition condition) {
        return switch (condition) {
            case PAYLOAD_INTENT ->
                !operation.intentInBody().isEmpty() && operation.request().kind() != BodyKind.TEXT;
            case PAYLOAD_UNICODE, PAYLOAD_LONG -> hasText(operation);
            case PAYLOAD_TURNED, SPELLING_TURNED -> hasMembers(operation);
            case CHARSET_NAMED, PAYLOAD_LARGE ->
                hasMembers(operation) && operation.request().hasPlainJson();
            case REQUEST_BROKEN -> operation.request().body() != null;
            default -> true;
        };
    }

    /** Whether the request of an operation can have those of the target file. */
    static boolean fits(Operation operation, OwnCondition own) {
        return own.body().isEmpty() || hasMembers(operation);
    }

    private static boolean hasMembers(Operation operation) {
        JsonNode body = operation.request().body();
        return body != null && body.isObject() && operation.request().kind().isTree();
    }

    /**
     * The operation as its payload is now. With the values of its intent, those that it usually has are the others that are
     * valid too.
     */
    Operation shaped(Operation operation) {
        Operation written = target.operations().getOrDefault(String.valueOf(operation.name()), operation);
        return has(PAYLOAD_INTENT, written) ? exchanged(written) : operation;
    }

    private static Operation exchanged(Operation operation) {
        JsonNode body = operation.request().body();
        if (body == null) {
            return operation;
        }
        BodyKind kind = operation.request().kind();
        JsonNode other = body;
        Map<String, JsonNode> intent = new LinkedHashMap<>(operation.intent());
        for (Map.Entry<String, JsonNode> field : operation.intentInBody().entrySet()) {
            JsonNode usual = kind.at(body, field.getKey());
            if (!usual.toString().contains("${")) {
                other = kind.with(other, field.getKey(), field.getValue());
                intent.put(field.getKey(), usual);
            }
        }
        return operation.with(operation.request().with(other), intent);
    }

    /** A call that is ready, with what the conditions put into its request. */
    Call applied(Call call) {
        Operation operation = call.operation();
        Call applied = call;
        for (Map.Entry<String, Map<String, OwnCondition>> factor :
                target.conditions().entrySet()) {
            String usual = factor.getValue().keySet().iterator().next();
            if (assigned.has(scenario.id())) {
                String value = combination().values().getOrDefault(factor.getKey(), usual);
                applied = with(applied, Objects.requireNonNull(factor.getValue().get(value)));
            }
        }
        Request request = applied.request();
        String type = request.header(CONTENT_TYPE).orElse("");
        if (has(CHARSET_NAMED, operation) && !type.isEmpty()) {
            request = request.with(CONTENT_TYPE, type + "; charset=utf-8");
        }
        if (has(CODING_GZIP, operation)) {
            request = request.with("Accept-Encoding", "gzip");
        }
        applied = applied.with(request);
        return has(PAYLOAD_TURNED, operation)
                ? Payloads.reordered(applied)
                : has(PAYLOAD_LARGE, operation) ? Payloads.padded(applied, largeBody(target)) : applied;
    }

    private static Call with(Call call, OwnCondition own) {
        Request request = call.request();
        for (Map.Entry<String, String> header : own.headers().entrySet()) {
            request = request.with(header.getKey(), header.getValue());
        }
        for (Map.Entry<String, String> parameter : own.query().entrySet()) {
            Template template = new Template(Map.of());
            String pair = template.path("?" + parameter.getKey() + "=" + parameter.getValue())
                    .substring(1);
            request = request.to(request.path() + (request.path().contains("?") ? "&" : "?") + pair);
        }
        return fits(call.operation(), own) ? Payloads.changed(call.with(request), own.body()) : call.with(request);
    }

    /** The same call as a retry spells it. */
    Call spelled(Call call, Purpose purpose) {
        return purpose == Purpose.DUPLICATE
                        && has(SPELLING_TURNED, call.operation())
                        && Bodies.hasMembers(call.request())
                ? Payloads.reordered(call)
                : call;
    }

    /** Where a request goes. */
    URI replica(URI usual, Purpose purpose) {
        boolean isOther = purpose != Purpose.FIRST && combination().has(REPLICA_OTHER);
        return isOther && usual.equals(target.urls().get(0)) ? target.urls().get(1) : usual;
    }

    /** Whether the client sends over the connection that it has. */
    boolean keepsConnection() {
        return combination().has(CONNECTION_KEPT);
    }

    /** Whether a request is sent in the other version of HTTP. */
    boolean inOtherProtocol(Purpose purpose) {
        return combination().has(PROTOCOL_OTHER)
                || (purpose != Purpose.FIRST && combination().has(PROTOCOL_CHANGED));
    }

    /** Whether half of an attempt has been sent before. */
    boolean hasBrokenRequest() {
        return combination().has(REQUEST_BROKEN);
    }

    /** Whether the response to an attempt before was lost. */
    boolean hasLostAnswer() {
        return combination().has(RESPONSE_LOST);
    }

    /** How long the client waits before it sends more. */
    Duration pause() {
        return combination().has(PAUSE_SECOND) ? PAUSE : Duration.ZERO;
    }

    /** Whether another operation comes in between. */
    boolean hasOtherBetween() {
        return combination().has(BETWEEN_OTHER);
    }

    /** How often the request has been repeated before. */
    int repeats() {
        return combination().has(BETWEEN_REPEATS) ? REPEATS : 0;
    }

    /** Whether a payload has the text that a condition makes another one, and no header has it. */
    static boolean hasText(Operation operation) {
        JsonNode body = operation.request().body();
        Map<String, String> headers = operation.request().headers();
        return body != null
                && body.toString().contains(UNIQUE)
                && (headers == null || headers.values().stream().noneMatch(value -> value.contains(UNIQUE)));
    }
}
