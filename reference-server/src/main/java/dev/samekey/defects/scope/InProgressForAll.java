package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.sandbox.Pause;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;

/** A key is found for whoever made it, but while its operation runs it holds up others who use it too. */
final class InProgressForAll extends Defect {
    private static final Duration LOOK = Duration.ofMillis(20);
    /** The longest operation of the sandbox takes less. */
    private static final int LOOKS = 500;

    private final BiPredicate<KeyedRequest, KeyedRequest> isAnothers;
    private final boolean isWaitedFor;

    private InProgressForAll(
            String name,
            String clause,
            String how,
            BiPredicate<KeyedRequest, KeyedRequest> isAnothers,
            boolean isWaitedFor) {
        super(name, clause, "", how);
        this.isAnothers = isAnothers;
        this.isWaitedFor = isWaitedFor;
    }

    static InProgressForAll principals() {
        return new InProgressForAll(
                "in-progress-crosses-principals",
                "SCP-1",
                "While an operation runs, other principals who use its key are told that it is in progress.",
                InProgressForAll::isOfAnotherPrincipal,
                false);
    }

    static InProgressForAll principalsWait() {
        return new InProgressForAll(
                "other-principal-waits",
                "SCP-1",
                "While an operation runs, other principals who use its key wait until it has ended.",
                InProgressForAll::isOfAnotherPrincipal,
                true);
    }

    static InProgressForAll tenants() {
        return new InProgressForAll(
                "in-progress-crosses-tenants",
                "SCP-4",
                "While an operation runs, other tenants that use its key are told that it is in progress.",
                InProgressForAll::isInAnotherScope,
                false);
    }

    static InProgressForAll tenantsWait() {
        return new InProgressForAll(
                "other-tenant-waits",
                "SCP-4",
                "While an operation runs, other tenants that use its key wait until it has ended.",
                InProgressForAll::isInAnotherScope,
                true);
    }

    @Override
    public Parts apply(Parts parts) {
        Map<String, KeyedRequest> running = new ConcurrentHashMap<>();
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            String use =
                    String.join(" ", request.call().method(), request.call().route(), request.key());
            KeyedRequest before = running.putIfAbsent(use, request);
            if (before != null && isAnothers.test(before, request)) {
                if (isWaitedFor) {
                    awaitEnd(running, use, before);
                    return guard.run(request, operation);
                }
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

    private static void awaitEnd(Map<String, KeyedRequest> running, String use, KeyedRequest other) {
        for (int look = 0; look < LOOKS && other.equals(running.get(use)); look++) {
            Pause.of(LOOK);
        }
    }

    private static boolean isOfAnotherPrincipal(KeyedRequest before, KeyedRequest request) {
        return !before.principal().equals(request.principal());
    }

    private static boolean isInAnotherScope(KeyedRequest before, KeyedRequest request) {
        return !before.scope().equals(request.scope());
    }
}
