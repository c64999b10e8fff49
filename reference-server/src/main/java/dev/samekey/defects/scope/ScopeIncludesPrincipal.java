package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;

/** The principals of a tenant share their keys by the contract, and each has keys of its own. */
final class ScopeIncludesPrincipal extends Defect {
    ScopeIncludesPrincipal() {
        super(
                "scope-includes-principal",
                "SCP-5",
                "",
                "A retry by another principal of the same tenant is taken for a new request.");
    }

    @Override
    public Optional<String> dialect() {
        return Optional.of("harbor-point");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.SCOPE,
                (principal, call) -> parts.get(Part.SCOPE).of(principal, call) + " " + call.header("Authorization"));
    }
}
