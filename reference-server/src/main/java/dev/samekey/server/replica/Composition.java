package dev.samekey.server.replica;

import com.github.kagkarlsson.scheduler.task.Task;
import dev.samekey.server.contract.Stakes;
import dev.samekey.server.http.ApiDescription;
import dev.samekey.server.http.FormBodies;
import dev.samekey.server.http.Handler;
import dev.samekey.server.http.ProblemDocuments;
import dev.samekey.server.http.Problems;
import dev.samekey.server.http.Route;
import dev.samekey.server.idempotency.Admission;
import dev.samekey.server.idempotency.ClaimingGuard;
import dev.samekey.server.idempotency.Cleanup;
import dev.samekey.server.idempotency.Endpoints;
import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.idempotency.IdempotentEndpoint;
import dev.samekey.server.idempotency.KeylessRun;
import dev.samekey.server.idempotency.KnownKeys;
import dev.samekey.server.idempotency.LookupEndpoint;
import dev.samekey.server.idempotency.OperationFactory;
import dev.samekey.server.idempotency.PostgresKeyLookup;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.inbox.DeadLetters;
import dev.samekey.server.inbox.Envelopes;
import dev.samekey.server.inbox.EventHandler;
import dev.samekey.server.inbox.PostgresInbox;
import dev.samekey.server.inbox.Progress;
import dev.samekey.server.inbox.Retries;
import dev.samekey.server.inbox.RetrySchedule;
import dev.samekey.server.jobs.Job;
import dev.samekey.server.jobs.RetriedRunner;
import dev.samekey.server.jobs.RunEndpoint;
import dev.samekey.server.jobs.Runner;
import dev.samekey.server.jobs.SteppedRunner;
import dev.samekey.server.jobs.Timetable;
import dev.samekey.server.outbox.Courier;
import dev.samekey.server.outbox.PostgresOutbox;
import dev.samekey.server.outbox.Relay;
import dev.samekey.server.resources.EventCount;
import dev.samekey.server.resources.Lookups;
import dev.samekey.server.resources.Means;
import dev.samekey.server.resources.Now;
import dev.samekey.server.resources.bookings.BookingRoutes;
import dev.samekey.server.resources.charges.ChargeRoutes;
import dev.samekey.server.resources.orders.OrderRoutes;
import dev.samekey.server.resources.partners.LockRelease;
import dev.samekey.server.resources.partners.OrderEvents;
import dev.samekey.server.resources.partners.PartnerRoutes;
import dev.samekey.server.resources.payments.OneWayBack;
import dev.samekey.server.resources.payments.PaymentRoutes;
import dev.samekey.server.resources.payments.RefundEvents;
import dev.samekey.server.resources.payments.RemainingAmount;
import dev.samekey.server.resources.payments.Settlements;
import dev.samekey.server.sandbox.EventSandbox;
import dev.samekey.server.sandbox.JobSandbox;
import dev.samekey.server.sandbox.Sandbox;
import dev.samekey.server.security.Signature;
import dev.samekey.server.telemetry.DeliveryJournal;
import dev.samekey.server.telemetry.Journal;
import dev.samekey.server.telemetry.OutcomeMeters;
import dev.samekey.server.telemetry.RelayJournal;
import dev.samekey.server.telemetry.RunJournal;
import dev.samekey.server.telemetry.SpanAttributes;
import dev.samekey.server.vendors.PaymentProvider;
import dev.samekey.server.vendors.RecordedPurchases;
import dev.samekey.server.vendors.Shop;
import dev.samekey.server.webhooks.EventForms;
import dev.samekey.server.webhooks.Receiver;
import dev.samekey.server.webhooks.WebhookEndpoint;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How the parts fit together. */
final class Composition {
    private Composition() {}

    /** The parts of a server that keeps its contract. */
    static Parts parts(
            Foundation base, PaymentProvider provider, Shop shop, Map<String, Courier> couriers, Signature signature) {
        Policies policies = new Policies(base);
        return Parts.on(base)
                .with(Part.PROBLEMS, new ProblemDocuments(base.contract(), base.json()))
                .with(Part.KEYS, policies.keys())
                .with(Part.SCOPE, policies.scope())
                .with(Part.FINGERPRINT, policies.fingerprint())
                .with(Part.RECORDS, policies.records())
                .with(Part.DUPLICATES, policies.duplicates())
                .with(Part.REPLAYS, policies.replays())
                .with(Part.PROVIDER, provider)
                .with(Part.SHOP, shop)
                .with(Part.PURCHASES, new RecordedPurchases(base.jdbi(), base.clock(), shop))
                .with(Part.REFUND_LIMIT, new RemainingAmount())
                .with(Part.WAYS_BACK, new OneWayBack())
                .with(Part.COURIERS, couriers)
                .with(Part.OUTBOX, new PostgresOutbox(couriers.keySet(), base.clock()))
                .with(Part.SIGNATURE, signature)
                .with(Part.EVENT_FORM, new EventForms(base.json()))
                .with(Part.RETRY_SCHEDULE, RetrySchedule.ofThePlatform())
                .with(Part.PROGRESS, Progress.forward())
                .with(Part.DELIVERIES, new DeliveryJournal(base.name()))
                .with(
                        Part.INBOX,
                        composed -> new PostgresInbox(base.jdbi(), base.clock(), composed.get(Part.RETRY_SCHEDULE)))
                .with(Part.JOURNAL, new Journal(base.name()))
                .with(Part.METERS, new OutcomeMeters(base.meters(), base.clock()))
                .with(Part.DESCRIPTION, new ApiDescription(base.contract())::document)
                .with(Part.SPANS, new SpanAttributes())
                .with(Part.LOOKUP, new PostgresKeyLookup(base.jdbi(), base.clock(), base.json()))
                .with(Part.LISTENER, untouched -> {})
                .with(Part.TASKS, Composition::tasks)
                .with(Part.RUNS, policies.runs())
                .with(Part.JOBS, Composition::jobs)
                .with(Part.RUNNER, Composition::runner)
                .with(Part.TIMETABLE, Composition::timetable)
                .with(Part.GUARD, Composition::guard)
                .with(Part.ROUTES, Composition::routes);
    }

    private static Guard guard(Parts parts) {
        Foundation base = parts.base();
        Policies policies = new Policies(base);
        Problems problems = parts.get(Part.PROBLEMS);
        Replays replays = parts.get(Part.REPLAYS);
        KnownKeys known = new KnownKeys(
                parts.get(Part.DUPLICATES), policies.recall(problems, () -> reads(parts)), replays, problems);
        return policies.around(new ClaimingGuard(
                parts.get(Part.RECORDS), known, replays, problems, base.contract()::isFinal, base.jdbi()));
    }

    /** The safe routes. They ask no guard, so they can be had before there is one. */
    private static List<Route> reads(Parts parts) {
        Guard none = (request, operation) -> {
            throw new IllegalStateException("a read claims no key");
        };
        return parts.get(Part.ROUTES).apply(parts.with(Part.GUARD, same -> none)).stream()
                .filter(route -> route.method().equals("GET"))
                .toList();
    }

    private static List<Route> routes(Parts parts) {
        Foundation base = parts.base();
        Guard guard = parts.get(Part.GUARD).apply(parts);
        Sandbox sandbox = new Sandbox(base.jdbi(), base.json());
        Endpoints endpoints = (operations, stakes) -> endpoint(parts, guard, sandbox.around(operations), stakes);
        Lookups lookups = new Lookups(base.jdbi(), base.authentication(), base.json());
        Means means =
                Means.of(base.jdbi(), parts.get(Part.PROVIDER), parts.get(Part.OUTBOX), base.clock(), base.json());
        return Stream.of(
                        PaymentRoutes.of(
                                means, parts.get(Part.REFUND_LIMIT), parts.get(Part.WAYS_BACK), endpoints, lookups),
                        PartnerRoutes.of(means, parts.get(Part.PURCHASES), endpoints, lookups),
                        BookingRoutes.of(means, endpoints, lookups),
                        ChargeRoutes.of(means, endpoints, lookups),
                        OrderRoutes.of(means, endpoints, lookups),
                        Stream.of(Route.post("/jobs/{job}/runs", runs(parts))),
                        Stream.of(Route.post("/webhooks/{source}", new WebhookEndpoint(receiver(parts), base.json()))),
                        new DeadLetters(base.jdbi(), base.clock(), base.authentication(), base.json())
                                .routes().stream(),
                        Stream.of(Route.get(
                                "/idempotency-keys",
                                new LookupEndpoint(parts.get(Part.LOOKUP), base.authentication(), base.json()))))
                .flatMap(routes -> routes)
                .toList();
    }

    private static List<Job> jobs(Parts parts) {
        return List.of(
                new Cleanup(parts.get(Part.RECORDS)),
                new LockRelease(new Now(parts.base().clock())));
    }

    private static List<Task<?>> timetable(Parts parts) {
        return new Timetable(parts.get(Part.RUNNER).apply(parts))
                .hourly(parts.get(Part.JOBS).apply(parts));
    }

    private static Runner runner(Parts parts) {
        Foundation base = parts.base();
        return new SteppedRunner(parts.get(Part.RUNS), base.jdbi(), new RunJournal(base.name()));
    }

    private static RetriedRunner retriedRunner(Parts parts) {
        return new RetriedRunner(
                parts.get(Part.RUNNER).apply(parts),
                parts.base().jdbi(),
                parts.base().clock());
    }

    private static Handler runs(Parts parts) {
        Foundation base = parts.base();
        return new RunEndpoint(
                parts.get(Part.JOBS).apply(parts),
                new JobSandbox(base.jdbi(), base.json())::around,
                retriedRunner(parts),
                base.authentication(),
                parts.get(Part.PROBLEMS),
                base.json());
    }

    private static Handler endpoint(Parts parts, Guard guard, OperationFactory operations, Stakes stakes) {
        Foundation base = parts.base();
        Policies policies = new Policies(base);
        Admission admission = new Admission(
                base.authentication(),
                parts.get(Part.KEYS),
                parts.get(Part.SCOPE),
                parts.get(Part.FINGERPRINT),
                policies.notes(),
                stakes);
        return FormBodies.around(new IdempotentEndpoint(
                admission,
                operations,
                guard,
                new KeylessRun(parts.get(Part.PROBLEMS), base.jdbi()),
                parts.get(Part.PROBLEMS),
                List.of(parts.get(Part.JOURNAL), parts.get(Part.METERS), parts.get(Part.SPANS))));
    }

    /** Receives events, over HTTP and from a broker alike. */
    static Receiver receiver(Parts parts) {
        return new Receiver(
                parts.get(Part.SIGNATURE),
                parts.get(Part.EVENT_FORM),
                new EventSandbox(parts.base().jdbi())
                        .around(parts.get(Part.INBOX).apply(parts)),
                eventHandlers(parts),
                parts.get(Part.DELIVERIES),
                parts.get(Part.PROBLEMS));
    }

    private static List<EventHandler> eventHandlers(Parts parts) {
        Foundation base = parts.base();
        Means means =
                Means.of(base.jdbi(), parts.get(Part.PROVIDER), parts.get(Part.OUTBOX), base.clock(), base.json());
        Progress progress = parts.get(Part.PROGRESS);
        EventSandbox sandbox = new EventSandbox(base.jdbi());
        return Stream.of(
                        new RefundEvents(new Settlements(means.jdbi(), means.provider(), progress, means.now())),
                        new OrderEvents(progress, means.publisher(), means.now()),
                        new EventCount(means.now()))
                .map(sandbox::around)
                .toList();
    }

    /** What is done later: others are told, and handlers and runs that failed are tried again. */
    private static List<Task<?>> tasks(Parts parts) {
        Foundation base = parts.base();
        Relay relay = new Relay(parts.get(Part.COURIERS), new RelayJournal(base.name()), base.jdbi(), base.clock());
        Retries retries = new Retries(
                base.jdbi(),
                base.clock(),
                parts.get(Part.RETRY_SCHEDULE),
                new Envelopes(base.json()),
                eventHandlers(parts));
        Task<?> runs = retriedRunner(parts).task(parts.get(Part.JOBS).apply(parts));
        return Stream.of(relay.tasks(), retries.tasks(), List.of(runs))
                .<Task<?>>flatMap(List::stream)
                .toList();
    }
}
