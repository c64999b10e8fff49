package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.json.Json;
import dev.samekey.server.security.Authentication;
import java.util.Map;

/** {@code GET /idempotency-keys?key=}: what operators see of a key. */
public record LookupEndpoint(KeyLookup lookup, Authentication authentication, Json json) implements Handler {
    @Override
    public Answer handle(Call call) {
        authentication.require(authentication.principalOf(call));
        String key = call.query().get("key");
        if (key == null) {
            throw new FaultException(Fault.MEMBER_INVALID, "Ask with the query parameter key.");
        }
        return Answer.ok(json.write(Map.of("items", lookup.of(key))));
    }
}
