package dev.samekey.steps.drive.service;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.model.contract.Contract;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a service has done. It acts once for each key. A key belongs to a tenant and to a route, as far as the contract says so;
 * principals share their keys here, because a service that knows no accounts cannot tell a new principal from a new token.
 */
final class ServiceEffects {
    private final Contract contract;
    private final Map<List<@Nullable String>, Effect> byKey = new HashMap<>();

    ServiceEffects(Contract contract) {
        this.contract = contract;
    }

    /** What was done for a key. */
    record Effect(String id, Answer answer, ServiceRequest request) {}

    /**
     * The outcome of a request.
     *
     * @param isNew whether the service acted just now
     * @param fits whether the request has the payload of the one that the service acted for
     */
    record Result(Effect effect, boolean isNew, boolean fits) {}

    /** Acts, unless it has acted for this key before. A request without a key acts each time. */
    synchronized Result act(ServiceRequest request, Function<String, Answer> answer) {
        String key = request.key(contract.key());
        Effect known = key == null ? null : byKey.get(scoped(key, request));
        if (known != null) {
            return new Result(known, false, isSame(known.request(), request));
        }
        String id = UUID.randomUUID().toString();
        Effect effect = new Effect(id, answer.apply(id), request);
        if (key != null) {
            byKey.put(scoped(key, request), effect);
        }
        return new Result(effect, true, true);
    }

    private List<@Nullable String> scoped(String key, ServiceRequest request) {
        List<Contract.Scope> scope = contract.scope() == null ? List.of() : contract.scope();
        String tenant = contract.tenantHeader() == null || !scope.contains(Contract.Scope.TENANT)
                ? null
                : request.header(contract.tenantHeader());
        String route = scope.contains(Contract.Scope.ROUTE) ? request.method() + " " + request.path() : null;
        return Arrays.asList(key, tenant, route);
    }

    private boolean isSame(ServiceRequest first, ServiceRequest other) {
        if (!first.method().equals(other.method()) || !first.path().equals(other.path())) {
            return false;
        }
        Contract.Fingerprint form = contract.fingerprint();
        if (first.body().equals(other.body())) {
            return true;
        }
        if (form != null && form.of() == Contract.Of.BYTES) {
            return false;
        }
        JsonNode one = stable(first.payload());
        return !one.isMissingNode() && one.equals(BY_VALUE, stable(other.payload()));
    }

    /** 10 and 10.0 are one number in JSON (RFC 8785, section 3.2.2.3). */
    private static final Comparator<JsonNode> BY_VALUE = (one, other) -> {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    };

    /** Without its volatile members. */
    private JsonNode stable(JsonNode payload) {
        JsonNode copy = payload.deepCopy();
        List<JsonPointer> volatiles =
                contract.fingerprint() == null || contract.fingerprint().volatiles() == null
                        ? List.of()
                        : contract.fingerprint().volatiles();
        for (JsonPointer pointer : volatiles) {
            if (copy.at(pointer.head()) instanceof ObjectNode parent) {
                parent.remove(pointer.last().getMatchingProperty());
            }
        }
        return copy;
    }
}
