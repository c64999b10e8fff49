package dev.samekey.server.replica;

import dev.samekey.server.http.Problems;
import dev.samekey.server.http.Route;
import dev.samekey.server.idempotency.DecisionObserver;
import dev.samekey.server.idempotency.Duplicates;
import dev.samekey.server.idempotency.Fingerprint;
import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.idempotency.KeyPolicy;
import dev.samekey.server.idempotency.KeyScope;
import dev.samekey.server.idempotency.RecordStore;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.payments.RefundLimit;
import dev.samekey.server.provider.PaymentProvider;
import dev.samekey.server.webhooks.Inbox;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.jetty.server.Server;

/**
 * A place in a replica, and the kind of part that fits there. Guard and routes are made of other parts, so what stands
 * in their places is the way to make them.
 */
@SuppressWarnings("UnusedTypeParameter") // It ties a place to what fits there.
public record Part<T>(String name) {
    public static final Part<Problems> PROBLEMS = new Part<>("problems");
    public static final Part<KeyPolicy> KEYS = new Part<>("keys");
    public static final Part<KeyScope> SCOPE = new Part<>("scope");
    public static final Part<Fingerprint> FINGERPRINT = new Part<>("fingerprint");
    public static final Part<RecordStore> RECORDS = new Part<>("records");
    public static final Part<Duplicates> DUPLICATES = new Part<>("duplicates");
    public static final Part<Replays> REPLAYS = new Part<>("replays");
    public static final Part<PaymentProvider> PROVIDER = new Part<>("provider");
    public static final Part<RefundLimit> REFUND_LIMIT = new Part<>("refund limit");
    public static final Part<Inbox> INBOX = new Part<>("inbox");
    public static final Part<DecisionObserver> JOURNAL = new Part<>("journal");
    public static final Part<DecisionObserver> METERS = new Part<>("meters");
    public static final Part<Consumer<Server>> LISTENER = new Part<>("listener");
    public static final Part<Function<Parts, Guard>> GUARD = new Part<>("guard");
    public static final Part<Function<Parts, List<Route>>> ROUTES = new Part<>("routes");
}
