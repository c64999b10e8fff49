package dev.samekey.server.resources.partners;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.resources.Table;
import java.time.Instant;
import java.util.UUID;

/** One thing that happened to a partner: it was created, updated or deleted. The reference is that of the request. */
public record Change(UUID id, UUID partnerId, String kind, String reference, Instant createdAt) {
    static final Table<Change> TABLE = new Table<>("partner_changes", Change.class, Fault.PARTNER_CHANGE_UNKNOWN);

    static Change of(UUID partnerId, String kind, String reference, Instant now) {
        return new Change(UUID.randomUUID(), partnerId, kind, reference, now);
    }
}
