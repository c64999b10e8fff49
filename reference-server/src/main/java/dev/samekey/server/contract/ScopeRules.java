package dev.samekey.server.contract;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Within what a key must be unique (SCP-1, SCP-3, SCP-4); the header names the tenant where tenants count. */
public record ScopeRules(
        Set<Dimension> dimensions, @Nullable String tenantHeader) {
    /** The header of a tenant whose principals share their keys, and what they make; null where each has its own. */
    public @Nullable String sharedBy() {
        boolean isShared = dimensions.contains(Dimension.TENANT) && !dimensions.contains(Dimension.PRINCIPAL);
        return isShared ? tenantHeader : null;
    }

    /** What keys may belong to. */
    public enum Dimension {
        PRINCIPAL,
        TENANT,
        ROUTE
    }
}
