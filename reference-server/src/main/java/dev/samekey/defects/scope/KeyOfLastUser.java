package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A key is found for whoever made it, but is kept once: who uses it last overwrites what another has under it. */
final class KeyOfLastUser extends Defect {
    private static final String FORGET =
            "delete from idempotency_records where scope = :scope and key = :key and state <> 'in_progress'";

    private final boolean isOfPrincipals;

    private KeyOfLastUser(String name, String clause, String how, boolean isOfPrincipals) {
        super(name, clause, "", how);
        this.isOfPrincipals = isOfPrincipals;
    }

    static KeyOfLastUser principal() {
        return new KeyOfLastUser(
                "key-of-last-principal",
                "SCP-1",
                "Where two principals use one key, the record of the first is overwritten.",
                true);
    }

    static KeyOfLastUser tenant() {
        return new KeyOfLastUser(
                "key-of-last-tenant",
                "SCP-4",
                "Where two tenants use one key, the record of the first is overwritten.",
                false);
    }

    @Override
    public Parts apply(Parts parts) {
        Map<String, KeyedRequest> lastUses = new ConcurrentHashMap<>();
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                KeyedRequest before = lastUses.put(use(request), request);
                if (before != null && isAnothers(before, request)) {
                    parts.base()
                            .jdbi()
                            .useHandle(handle -> handle.createUpdate(FORGET)
                                    .bindMethods(before)
                                    .execute());
                }
                return super.claim(request);
            }
        });
    }

    private static String use(KeyedRequest request) {
        return String.join(" ", request.call().method(), request.call().route(), request.key());
    }

    private boolean isAnothers(KeyedRequest before, KeyedRequest request) {
        return isOfPrincipals
                ? !before.principal().equals(request.principal())
                : !before.scope().equals(request.scope());
    }
}
