package dev.samekey.server.contract;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Within what a key must be unique (SCP-1, SCP-3, SCP-4); the header names the tenant where tenants count. */
public record ScopeRules(
        Set<Dimension> dimensions, @Nullable String tenantHeader) {
    /** What keys may belong to. */
    public enum Dimension {
        PRINCIPAL,
        TENANT,
        ROUTE
    }
}
