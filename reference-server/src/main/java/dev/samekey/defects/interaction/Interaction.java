package dev.samekey.defects.interaction;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.KeyId;
import dev.samekey.defects.common.OnTheWire;
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
import org.eclipse.jetty.server.Request;

/** A defect that shows only where some conditions meet. */
public final class Interaction extends Defect {
    private static final String KEY = "Idempotency-Key";

    private final Set<Circumstance> when;
    private final Harm harm;
    /** Of all replicas of the process. */
    private final Map<KeyId, First> known = new ConcurrentHashMap<>();
    /** By key, how many requests have begun. */
    private final Map<String, Integer> heads = new ConcurrentHashMap<>();

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
    private static final class First {
        private final Object replica;
        private final String body;
        private final boolean inSecondVersion;
        private final boolean brokenOff;
        private final long at = System.nanoTime();
        private final AtomicInteger requests = new AtomicInteger();
        private volatile boolean unheard;

        First(Object replica, KeyedRequest request, boolean inSecondVersion, boolean brokenOff) {
            this.replica = replica;
            this.body = new String(request.call().body().bytes(), StandardCharsets.UTF_8);
            this.inSecondVersion = inSecondVersion;
            this.brokenOff = brokenOff;
        }
    }

    @Override
    public Parts apply(Parts parts) {
        Object replica = new Object();
        OnTheWire wire = new OnTheWire(request -> heads.merge(key(request), 1, Integer::sum));
        return wire.around(parts).aroundGuard((composed, guard) -> (request, operation) -> {
            KeyId id = KeyId.of(request);
            boolean isNew = !known.containsKey(id);
            First first = known.computeIfAbsent(
                    id,
                    unused -> new First(
                            replica, request, wire.isSecondVersion(), heads.getOrDefault(request.key(), 0) > 1));
            Arrival arrival = arrival(request, replica, first, wire.isSecondVersion());
            if (!when.stream().allMatch(one -> one.holds(arrival))) {
                Decision decision = guard.run(request, operation);
                if (isNew) {
                    first.unheard = wire.hasCallerGone();
                }
                return decision;
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

    private static String key(Request request) {
        return String.valueOf(request.getHeaders().get(KEY));
    }

    private static Arrival arrival(KeyedRequest request, Object replica, First first, boolean inSecondVersion) {
        return new Arrival(
                request,
                first.body,
                first.replica != replica,
                inSecondVersion,
                new Arrival.History(first.inSecondVersion, first.brokenOff, first.unheard),
                first.requests.getAndIncrement(),
                Duration.ofNanos(System.nanoTime() - first.at));
    }
}
