package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The scope of a key holds the user agent, the forwarded address and the cookies of the client. */
final class ScopeIncludesConnection extends Defect {
    ScopeIncludesConnection() {
        super(
                "scope-includes-connection",
                "SCP-5",
                "RPL-9 CON-4",
                "The scope of a key holds the user agent, the forwarded address and the cookies of the client.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.SCOPE, (principal, call) -> parts.get(Part.SCOPE).of(principal, call) + " " + connection(call));
    }

    private static String connection(Call call) {
        return Stream.of("User-Agent", "X-Forwarded-For", "Forwarded", "Cookie")
                .map(header -> String.join(",", call.headerValues(header)))
                .collect(Collectors.joining(" "));
    }
}
