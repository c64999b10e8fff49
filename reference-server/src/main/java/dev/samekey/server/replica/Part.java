package dev.samekey.server.replica;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.kagkarlsson.scheduler.task.Task;
import dev.samekey.server.http.Problems;
import dev.samekey.server.http.Route;
import dev.samekey.server.idempotency.DecisionObserver;
import dev.samekey.server.idempotency.Duplicates;
import dev.samekey.server.idempotency.Fingerprint;
import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.idempotency.KeyLookup;
import dev.samekey.server.idempotency.KeyPolicy;
import dev.samekey.server.idempotency.KeyScope;
import dev.samekey.server.idempotency.RecordStore;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.inbox.Inbox;
import dev.samekey.server.inbox.Progress;
import dev.samekey.server.inbox.RetrySchedule;
import dev.samekey.server.jobs.Job;
import dev.samekey.server.jobs.Runner;
import dev.samekey.server.jobs.Runs;
import dev.samekey.server.outbox.Courier;
import dev.samekey.server.outbox.Outbox;
import dev.samekey.server.resources.payments.RefundLimit;
import dev.samekey.server.resources.payments.WaysBack;
import dev.samekey.server.security.Signature;
import dev.samekey.server.vendors.PaymentProvider;
import dev.samekey.server.vendors.Purchases;
import dev.samekey.server.vendors.Shop;
import dev.samekey.server.webhooks.DeliveryObserver;
import dev.samekey.server.webhooks.EventForm;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Server;

/**
 * A place in a replica, and the kind of part that fits there. Guard, inbox, routes, jobs, their runner and the tasks of the schedule are made of
 * other parts, so what stands in their places is the way to make them.
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
    public static final Part<Shop> SHOP = new Part<>("shop");
    public static final Part<Purchases> PURCHASES = new Part<>("purchases");
    public static final Part<RefundLimit> REFUND_LIMIT = new Part<>("refund limit");
    public static final Part<WaysBack> WAYS_BACK = new Part<>("ways back");
    public static final Part<Map<String, Courier>> COURIERS = new Part<>("couriers");
    public static final Part<Outbox> OUTBOX = new Part<>("outbox");
    public static final Part<Signature> SIGNATURE = new Part<>("signature");
    public static final Part<EventForm> EVENT_FORM = new Part<>("event form");
    public static final Part<RetrySchedule> RETRY_SCHEDULE = new Part<>("retry schedule");
    public static final Part<Progress> PROGRESS = new Part<>("progress");
    public static final Part<DeliveryObserver> DELIVERIES = new Part<>("deliveries");
    public static final Part<Function<Parts, Inbox>> INBOX = new Part<>("inbox");
    public static final Part<DecisionObserver> JOURNAL = new Part<>("journal");
    public static final Part<DecisionObserver> METERS = new Part<>("meters");
    public static final Part<Supplier<ObjectNode>> DESCRIPTION = new Part<>("description");
    public static final Part<DecisionObserver> SPANS = new Part<>("spans");
    public static final Part<KeyLookup> LOOKUP = new Part<>("lookup");
    public static final Part<Consumer<Server>> LISTENER = new Part<>("listener");
    public static final Part<Function<Parts, List<Task<?>>>> TASKS = new Part<>("tasks");
    public static final Part<Runs> RUNS = new Part<>("runs");
    public static final Part<Function<Parts, List<Job>>> JOBS = new Part<>("jobs");
    public static final Part<Function<Parts, Runner>> RUNNER = new Part<>("runner");
    public static final Part<Function<Parts, List<Task<?>>>> TIMETABLE = new Part<>("timetable");
    public static final Part<Function<Parts, Guard>> GUARD = new Part<>("guard");
    public static final Part<Function<Parts, List<Route>>> ROUTES = new Part<>("routes");
}
