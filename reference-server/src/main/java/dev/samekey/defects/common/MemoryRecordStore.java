package dev.samekey.defects.common;

import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.RecordStore;
import dev.samekey.server.idempotency.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/** Records that are gone when the process is. */
public final class MemoryRecordStore implements RecordStore {
    private final Map<KeyId, Entry> entries = new ConcurrentHashMap<>();
    private final Clock clock = Clock.systemUTC();
    private final Duration lifetime = Duration.ofHours(24);

    @Override
    public ClaimResult claim(KeyedRequest request) {
        Claim claim = new Claim(request, UUID.randomUUID(), UUID.randomUUID(), State.NONE);
        Entry fresh = Entry.running(claim, clock.instant());
        Entry kept = entries.merge(KeyId.of(request), fresh, (known, mine) -> isExpired(known) ? mine : known);
        return kept.token().equals(claim.token()) ? ClaimResult.claimed(claim) : ClaimResult.known(kept.found());
    }

    @Override
    public Optional<IdempotencyRecord> find(KeyedRequest request) {
        return Optional.ofNullable(entries.get(KeyId.of(request)))
                .filter(entry -> !isExpired(entry))
                .map(Entry::found);
    }

    @Override
    public void complete(Handle transaction, Claim claim, State state, Answer answer) {
        entries.computeIfPresent(KeyId.of(claim.request()), (id, entry) -> entry.ended(state, answer));
    }

    @Override
    public void release(Claim claim) {
        entries.remove(KeyId.of(claim.request()));
    }

    @Override
    public int purgeExpired() {
        entries.values().removeIf(this::isExpired);
        return 0;
    }

    @Override
    public int purgeExpired(Handle transaction, Instant expiredBy, int atMost) {
        return purgeExpired();
    }

    private boolean isExpired(Entry entry) {
        return !entry.found().createdAt().plus(lifetime).isAfter(clock.instant());
    }

    private record Entry(UUID token, IdempotencyRecord found) {
        static Entry running(Claim claim, Instant now) {
            return new Entry(
                    claim.token(),
                    new IdempotencyRecord(
                            claim.request().payloadHash(), State.IN_PROGRESS, claim.operationId(), null, now));
        }

        Entry ended(State state, Answer answer) {
            return new Entry(
                    token,
                    new IdempotencyRecord(found.payloadHash(), state, found.operationId(), answer, found.createdAt()));
        }
    }
}
