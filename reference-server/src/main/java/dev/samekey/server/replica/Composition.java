package dev.samekey.server.replica;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.http.Handler;
import dev.samekey.server.http.ProblemDocuments;
import dev.samekey.server.http.Route;
import dev.samekey.server.idempotency.Admission;
import dev.samekey.server.idempotency.CanonicalFingerprint;
import dev.samekey.server.idempotency.ClaimingGuard;
import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.idempotency.IdempotentEndpoint;
import dev.samekey.server.idempotency.MarkedReplays;
import dev.samekey.server.idempotency.OperationFactory;
import dev.samekey.server.idempotency.PayloadFirst;
import dev.samekey.server.idempotency.PostgresRecordStore;
import dev.samekey.server.idempotency.PrincipalAndRoute;
import dev.samekey.server.idempotency.RequiredHeaderKey;
import dev.samekey.server.payments.Lookups;
import dev.samekey.server.payments.Now;
import dev.samekey.server.payments.PaymentProvider;
import dev.samekey.server.payments.Payments;
import dev.samekey.server.payments.Refunds;
import dev.samekey.server.payments.RemainingAmount;
import dev.samekey.server.payments.Settlements;
import dev.samekey.server.payments.Voids;
import dev.samekey.server.telemetry.DeliveryJournal;
import dev.samekey.server.telemetry.Journal;
import dev.samekey.server.telemetry.OutcomeMeters;
import dev.samekey.server.telemetry.SpanAttributes;
import dev.samekey.server.webhooks.PostgresInbox;
import dev.samekey.server.webhooks.RefundSucceeded;
import dev.samekey.server.webhooks.WebhookEndpoint;
import java.util.List;

/** How the parts fit together. */
final class Composition {
    private Composition() {}

    /** The parts of a server that keeps its contract. */
    static Parts parts(Foundation base, PaymentProvider provider) {
        Contract contract = base.contract();
        return Parts.on(base)
                .with(Part.PROBLEMS, new ProblemDocuments(contract, base.json()))
                .with(Part.KEYS, new RequiredHeaderKey(contract.key()))
                .with(Part.SCOPE, new PrincipalAndRoute())
                .with(Part.FINGERPRINT, new CanonicalFingerprint(base.json(), contract.volatileMembers()))
                .with(
                        Part.RECORDS,
                        new PostgresRecordStore(base.jdbi(), base.clock(), contract.lifetimes(), base.json()))
                .with(Part.DUPLICATES, new PayloadFirst())
                .with(Part.REPLAYS, new MarkedReplays(contract.marker()))
                .with(Part.PROVIDER, provider)
                .with(Part.REFUND_LIMIT, new RemainingAmount())
                .with(Part.INBOX, new PostgresInbox(base.jdbi(), base.clock()))
                .with(Part.JOURNAL, new Journal(base.name()))
                .with(Part.METERS, new OutcomeMeters(base.meters(), base.clock()))
                .with(Part.GUARD, Composition::guard)
                .with(Part.ROUTES, Composition::routes);
    }

    private static Guard guard(Parts parts) {
        return new ClaimingGuard(
                parts.get(Part.RECORDS),
                parts.get(Part.DUPLICATES),
                parts.get(Part.REPLAYS),
                parts.get(Part.PROBLEMS),
                parts.base().jdbi());
    }

    private static List<Route> routes(Parts parts) {
        Foundation base = parts.base();
        Now now = new Now(base.clock());
        Lookups lookups = new Lookups(base.jdbi(), base.authentication(), base.json());
        Guard guard = parts.get(Part.GUARD).apply(parts);
        Payments payments = new Payments(parts.get(Part.PROVIDER), now, base.json());
        Refunds refunds =
                new Refunds(base.jdbi(), parts.get(Part.PROVIDER), parts.get(Part.REFUND_LIMIT), now, base.json());
        Voids voids = new Voids(base.jdbi(), parts.get(Part.PROVIDER), now, base.json());
        return List.of(
                Route.post("/payments", endpoint(parts, guard, payments::take)),
                Route.get("/payments", lookups::payments),
                Route.get("/payments/{id}", lookups::payment),
                Route.post("/payments/{id}/void", endpoint(parts, guard, voids::voidPayment)),
                Route.get("/voids", lookups::voids),
                Route.get("/voids/{id}", lookups::voiding),
                Route.post("/refunds", endpoint(parts, guard, refunds::refund)),
                Route.get("/refunds", lookups::refunds),
                Route.get("/refunds/{id}", lookups::refund),
                Route.post("/webhooks/{source}", webhooks(parts, now)));
    }

    private static Handler endpoint(Parts parts, Guard guard, OperationFactory operations) {
        Foundation base = parts.base();
        Admission admission = new Admission(
                base.authentication(),
                parts.get(Part.KEYS),
                parts.get(Part.SCOPE),
                parts.get(Part.FINGERPRINT),
                base.contract().key());
        return new IdempotentEndpoint(
                admission,
                operations,
                guard,
                parts.get(Part.PROBLEMS),
                List.of(parts.get(Part.JOURNAL), parts.get(Part.METERS), new SpanAttributes()));
    }

    private static Handler webhooks(Parts parts, Now now) {
        Foundation base = parts.base();
        return new WebhookEndpoint(
                parts.get(Part.INBOX),
                new RefundSucceeded(new Settlements(base.jdbi(), parts.get(Part.PROVIDER), now)),
                new DeliveryJournal(base.name()),
                parts.get(Part.PROBLEMS),
                base.json());
    }
}
