package dev.samekey.server.replica;

import dev.samekey.server.http.Handler;
import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.inbox.Inbox;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** What a replica is composed of: immutable, and any part can be replaced by another that fits its place. */
public final class Parts {
    private final Foundation base;
    private final Map<Part<?>, Object> parts;

    private Parts(Foundation base, Map<Part<?>, Object> parts) {
        this.base = base;
        this.parts = Map.copyOf(parts);
    }

    /** Nothing yet but what the parts will stand on. */
    static Parts on(Foundation base) {
        return new Parts(base, Map.of());
    }

    /** The parts that a replica has on another base. */
    public Parts over(Foundation other) {
        return Composition.parts(other, get(Part.PROVIDER), get(Part.SHOP), get(Part.COURIERS), get(Part.SIGNATURE));
    }

    /** What the parts stand on. */
    public Foundation base() {
        return base;
    }

    /** The part in a place. */
    @SuppressWarnings("unchecked") // Only what fits comes in.
    public <T> T get(Part<T> place) {
        Object part = parts.get(place);
        if (part == null) {
            throw new IllegalStateException("a replica needs its " + place.name());
        }
        return (T) part;
    }

    /** The same parts but for one. */
    public <T> Parts with(Part<T> place, T part) {
        Map<Part<?>, Object> changed = new HashMap<>(parts);
        changed.put(place, part);
        return new Parts(base, changed);
    }

    /** The same parts with a guard that works around their own. */
    public Parts aroundGuard(BiFunction<Parts, Guard, Guard> wrapper) {
        return with(
                Part.GUARD, composed -> wrapper.apply(composed, get(Part.GUARD).apply(composed)));
    }

    /** The same parts with an inbox that works around their own. */
    public Parts aroundInbox(BiFunction<Parts, Inbox, Inbox> wrapper) {
        return with(
                Part.INBOX, composed -> wrapper.apply(composed, get(Part.INBOX).apply(composed)));
    }

    /** The same parts with a handler around that of every route. */
    public Parts aroundHandlers(BiFunction<Parts, Handler, Handler> wrapper) {
        return with(
                Part.ROUTES,
                composed -> get(Part.ROUTES).apply(composed).stream()
                        .map(route -> route.wrap(handler -> wrapper.apply(composed, handler)))
                        .toList());
    }
}
