package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A key is found for whoever made it, but while its operation runs it is taken for others too. */
final class InProgressForAll extends Defect {
    private final boolean isOfPrincipals;

    private InProgressForAll(String name, String clause, String how, boolean isOfPrincipals) {
        super(name, clause, "", how);
        this.isOfPrincipals = isOfPrincipals;
    }

    static InProgressForAll principals() {
        return new InProgressForAll(
                "in-progress-crosses-principals",
                "SCP-1",
                "While an operation runs, other principals who use its key are told that it is in progress.",
                true);
    }

    static InProgressForAll tenants() {
        return new InProgressForAll(
                "in-progress-crosses-tenants",
                "SCP-4",
                "While an operation runs, other tenants that use its key are told that it is in progress.",
                false);
    }

    @Override
    public Parts apply(Parts parts) {
        Map<String, KeyedRequest> running = new ConcurrentHashMap<>();
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            String use =
                    String.join(" ", request.call().method(), request.call().route(), request.key());
            KeyedRequest before = running.putIfAbsent(use, request);
            if (before != null && isAnothers(before, request)) {
                return Decision.refused(
                        composed.get(Part.PROBLEMS).render(Fault.IN_PROGRESS, "Another attempt has this key."));
            }
            try {
                return guard.run(request, operation);
            } finally {
                running.remove(use, request);
            }
        });
    }

    private boolean isAnothers(KeyedRequest before, KeyedRequest request) {
        return isOfPrincipals
                ? !before.principal().equals(request.principal())
                : !before.scope().equals(request.scope());
    }
}
