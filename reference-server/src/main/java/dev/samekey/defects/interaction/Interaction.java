package dev.samekey.defects.interaction;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.KeyId;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Parts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** A defect that shows only where some conditions meet. */
public final class Interaction extends Defect {
    private final Set<Circumstance> when;
    private final Harm harm;
    /** Of all replicas of the process. */
    private final Map<KeyId, First> known = new ConcurrentHashMap<>();

    Interaction(String name, Harm harm, Circumstance... when) {
        super(name, harm.clause(), "", sentence(harm, Set.of(when)));
        this.when = Set.of(when);
        this.harm = harm;
    }

    private static String sentence(Harm harm, Set<Circumstance> when) {
        String what = harm.what();
        return what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1) + " where all of these meet: "
                + listed(when) + ".";
    }

    private static String listed(Set<Circumstance> when) {
        return EnumSet.copyOf(when).stream().map(Circumstance::toString).collect(Collectors.joining(", "));
    }

    /** How many conditions must meet. */
    public int strength() {
        return when.size();
    }

    /** Such as {@code replica: other, key: long}. */
    public String conditions() {
        return listed(when);
    }

    /** The first request under a key. */
    private record First(Object replica, String body, long at, AtomicInteger requests) {}

    @Override
    public Parts apply(Parts parts) {
        Object replica = new Object();
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Arrival arrival = arrival(request, replica);
            if (!when.stream().allMatch(one -> one.holds(arrival))) {
                return guard.run(request, operation);
            }
            KeyedRequest changed = new KeyedRequest(
                    request.principal(),
                    request.call(),
                    request.scope(),
                    request.key(),
                    harm.fingerprint(arrival),
                    request.stakes());
            Decision decision = guard.run(changed, operation);
            return harm.on(decision, arrival, operation, composed);
        });
    }

    private Arrival arrival(KeyedRequest request, Object replica) {
        First first = known.computeIfAbsent(
                KeyId.of(request),
                unused -> new First(
                        replica,
                        new String(request.call().body().bytes(), StandardCharsets.UTF_8),
                        System.nanoTime(),
                        new AtomicInteger()));
        return new Arrival(
                request,
                first.body(),
                first.replica() != replica,
                first.requests().getAndIncrement(),
                Duration.ofNanos(System.nanoTime() - first.at()));
    }
}
