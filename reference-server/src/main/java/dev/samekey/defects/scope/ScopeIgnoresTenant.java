package dev.samekey.defects.scope;

import dev.samekey.defects.common.Calls;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Locale;

/** Keys of all tenants are kept together. */
final class ScopeIgnoresTenant extends Defect {
    ScopeIgnoresTenant() {
        super("scope-ignores-tenant", "SCP-4", "", "Keys of all tenants are kept together.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.SCOPE, (principal, call) -> parts.get(Part.SCOPE).of(principal, withoutTenant(call)));
    }

    private static Call withoutTenant(Call call) {
        return call.headers().keySet().stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).contains("tenant"))
                .reduce(call, Calls::withoutHeader, (one, other) -> other);
    }
}
