package dev.samekey.server.replica;

import dev.samekey.server.bookings.BookingRoutes;
import dev.samekey.server.charges.ChargeRoutes;
import dev.samekey.server.contract.Stakes;
import dev.samekey.server.http.Handler;
import dev.samekey.server.http.ProblemDocuments;
import dev.samekey.server.http.Problems;
import dev.samekey.server.http.Route;
import dev.samekey.server.idempotency.Admission;
import dev.samekey.server.idempotency.ClaimingGuard;
import dev.samekey.server.idempotency.Endpoints;
import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.idempotency.IdempotentEndpoint;
import dev.samekey.server.idempotency.KeylessRun;
import dev.samekey.server.idempotency.KnownKeys;
import dev.samekey.server.idempotency.OperationFactory;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.orders.OrderRoutes;
import dev.samekey.server.partners.PartnerRoutes;
import dev.samekey.server.payments.PaymentRoutes;
import dev.samekey.server.payments.RemainingAmount;
import dev.samekey.server.payments.Settlements;
import dev.samekey.server.provider.PaymentProvider;
import dev.samekey.server.resources.Lookups;
import dev.samekey.server.resources.Means;
import dev.samekey.server.sandbox.Sandbox;
import dev.samekey.server.telemetry.DeliveryJournal;
import dev.samekey.server.telemetry.Journal;
import dev.samekey.server.telemetry.OutcomeMeters;
import dev.samekey.server.telemetry.SpanAttributes;
import dev.samekey.server.webhooks.PostgresInbox;
import dev.samekey.server.webhooks.RefundSucceeded;
import dev.samekey.server.webhooks.WebhookEndpoint;
import java.util.List;
import java.util.stream.Stream;

/** How the parts fit together. */
final class Composition {
    private Composition() {}

    /** The parts of a server that keeps its contract. */
    static Parts parts(Foundation base, PaymentProvider provider) {
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
                .with(Part.REFUND_LIMIT, new RemainingAmount())
                .with(Part.INBOX, new PostgresInbox(base.jdbi(), base.clock()))
                .with(Part.JOURNAL, new Journal(base.name()))
                .with(Part.METERS, new OutcomeMeters(base.meters(), base.clock()))
                .with(Part.LISTENER, untouched -> {})
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
        Means means = Means.of(base.jdbi(), parts.get(Part.PROVIDER), base.clock(), base.json());
        return Stream.of(
                        PaymentRoutes.of(means, parts.get(Part.REFUND_LIMIT), endpoints, lookups),
                        PartnerRoutes.of(means, endpoints, lookups),
                        BookingRoutes.of(means, endpoints, lookups),
                        ChargeRoutes.of(means, endpoints, lookups),
                        OrderRoutes.of(means, endpoints, lookups),
                        Stream.of(Route.post("/webhooks/{source}", webhooks(parts, means))))
                .flatMap(routes -> routes)
                .toList();
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
        return policies.bodies(new IdempotentEndpoint(
                admission,
                operations,
                guard,
                new KeylessRun(parts.get(Part.PROBLEMS), base.jdbi()),
                parts.get(Part.PROBLEMS),
                List.of(parts.get(Part.JOURNAL), parts.get(Part.METERS), new SpanAttributes())));
    }

    private static Handler webhooks(Parts parts, Means means) {
        Foundation base = parts.base();
        return new WebhookEndpoint(
                parts.get(Part.INBOX),
                new RefundSucceeded(new Settlements(means.jdbi(), means.provider(), means.now())),
                new DeliveryJournal(base.name()),
                parts.get(Part.PROBLEMS),
                base.json());
    }
}
