package dev.samekey.server.replica;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.DuplicateRules.InProgress;
import dev.samekey.server.contract.DuplicateRules.Mismatch;
import dev.samekey.server.contract.KeyRules;
import dev.samekey.server.contract.Lifetimes.Expired;
import dev.samekey.server.contract.Marker;
import dev.samekey.server.contract.PayloadRules.Identity;
import dev.samekey.server.contract.ReplayRules;
import dev.samekey.server.contract.ScopeRules;
import dev.samekey.server.contract.ScopeRules.Dimension;
import dev.samekey.server.http.Problems;
import dev.samekey.server.http.Route;
import dev.samekey.server.idempotency.BytesFingerprint;
import dev.samekey.server.idempotency.CallNotes;
import dev.samekey.server.idempotency.CanonicalFingerprint;
import dev.samekey.server.idempotency.CurrentState;
import dev.samekey.server.idempotency.Duplicates;
import dev.samekey.server.idempotency.Fingerprint;
import dev.samekey.server.idempotency.ForgottenKeys;
import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.idempotency.HeaderMarker;
import dev.samekey.server.idempotency.KeyAlone;
import dev.samekey.server.idempotency.KeyPlaces;
import dev.samekey.server.idempotency.KeyPolicy;
import dev.samekey.server.idempotency.KeyScope;
import dev.samekey.server.idempotency.KeySyntax;
import dev.samekey.server.idempotency.MemberMarker;
import dev.samekey.server.idempotency.PayloadFirst;
import dev.samekey.server.idempotency.PostgresRecordStore;
import dev.samekey.server.idempotency.Recall;
import dev.samekey.server.idempotency.RecordStore;
import dev.samekey.server.idempotency.RefusedReplay;
import dev.samekey.server.idempotency.RejectedKeys;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.idempotency.SentKey;
import dev.samekey.server.idempotency.StatusOfReplays;
import dev.samekey.server.idempotency.StoredCrashes;
import dev.samekey.server.idempotency.WaitingGuard;
import dev.samekey.server.jobs.PostgresRuns;
import dev.samekey.server.jobs.Runs;
import dev.samekey.server.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Chooses the parts that keep a contract: what differs between contracts is decided here, once. */
final class Policies {
    private final Foundation base;
    private final Contract contract;
    private final Json json;

    Policies(Foundation base) {
        this.base = base;
        this.contract = base.contract();
        this.json = base.json();
    }

    KeyPolicy keys() {
        KeyRules rules = contract.key();
        KeyPlaces places = new KeyPlaces(rules, json);
        KeyPolicy keys = new SentKey(places, new KeySyntax(rules))
                .onlyFor(call -> rules.methods().contains(call.method()));
        return rules.required()
                ? keys
                : keys.onlyFor(call -> !places.inPlace(call).isEmpty());
    }

    CallNotes notes() {
        return new CallNotes(
                new KeyPlaces(contract.key(), json), new KeySyntax(contract.key()), contract.attemptHeader());
    }

    KeyScope scope() {
        ScopeRules rules = contract.scope();
        List<KeyScope> scopes = new ArrayList<>();
        if (rules.dimensions().contains(Dimension.PRINCIPAL)) {
            scopes.add(KeyScope.principal());
        }
        if (rules.tenantHeader() != null && rules.dimensions().contains(Dimension.TENANT)) {
            scopes.add(KeyScope.tenant(rules.tenantHeader()));
        }
        if (rules.dimensions().contains(Dimension.ROUTE)) {
            scopes.add(KeyScope.route());
        }
        return KeyScope.all(scopes);
    }

    Fingerprint fingerprint() {
        if (contract.payload().identity() == Identity.BYTES) {
            return new BytesFingerprint();
        }
        Set<String> omitted = new HashSet<>(contract.payload().volatileMembers());
        // The key says which request this is, and not what it asks for.
        omitted.add(contract.key().pointer());
        return new CanonicalFingerprint(json, omitted);
    }

    RecordStore records() {
        return new PostgresRecordStore(
                base.jdbi(),
                base.clock(),
                contract.lifetimes(),
                contract.lifetimes().expired() == Expired.REJECT ? new RejectedKeys() : new ForgottenKeys(),
                json);
    }

    Runs runs() {
        return new PostgresRuns(base.jdbi(), base.clock(), contract.lifetimes().processing());
    }

    Duplicates duplicates() {
        return contract.duplicates().mismatch() == Mismatch.REPLAY ? new KeyAlone() : new PayloadFirst();
    }

    Replays replays() {
        ReplayRules rules = contract.replay();
        Replays marked = rules.marker() == null ? Replays.unmarked() : marked(rules.marker());
        return rules.status() == null ? marked : new StatusOfReplays(rules.status(), marked);
    }

    private Replays marked(Marker marker) {
        return marker.in() == Marker.Place.HEADER ? new HeaderMarker(marker) : new MemberMarker(marker, json);
    }

    Recall recall(Problems problems, Supplier<List<Route>> reads) {
        ReplayRules rules = contract.replay();
        return switch (rules.mode()) {
            case STORED, SEMANTIC -> (known, request) -> known.outcome();
            case CURRENT_STATE -> new CurrentState(reads.get());
            case CONFLICT -> new RefusedReplay(problems, rules.link(), json);
            case REJECT -> new RefusedReplay(problems, null, json);
        };
    }

    /** What a contract wants around the guard that claims. */
    Guard around(Guard claiming) {
        Guard guard = contract.stored().serverErrors() ? new StoredCrashes(claiming) : claiming;
        return contract.duplicates().inProgress() == InProgress.REFUSE
                ? guard
                : new WaitingGuard(guard, contract.duplicates().waitAtMost());
    }
}
