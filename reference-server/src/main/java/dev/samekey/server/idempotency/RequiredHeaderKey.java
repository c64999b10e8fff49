package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Contract.KeyRules;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Call;
import java.util.List;

/** Wants one key in a header; what the key says is the client's business (KEY-1 to KEY-4, KEY-10). */
public final class RequiredHeaderKey implements KeyPolicy {
    private final KeyRules rules;

    /** The header and the longest key. */
    public RequiredHeaderKey(KeyRules rules) {
        this.rules = rules;
    }

    @Override
    public String keyOf(Call call) {
        List<String> keys =
                call.headerValues(rules.header()).stream().distinct().toList();
        if (keys.size() > 1) {
            throw malformed("must be sent once: it came with " + keys.size() + " different values");
        }
        if (keys.isEmpty() || keys.get(0).isBlank()) {
            throw new FaultException(Fault.KEY_MISSING, "Send the header " + rules.header() + " with a new key.");
        }
        return legal(keys.get(0));
    }

    private String legal(String key) {
        if (key.length() > rules.maxLength()) {
            throw malformed("must be at most " + rules.maxLength() + " characters long");
        }
        if (key.chars().anyMatch(unit -> unit < ' ' || unit > '~')) {
            throw malformed("must be printable ASCII");
        }
        return key;
    }

    private FaultException malformed(String why) {
        return new FaultException(Fault.KEY_MALFORMED, rules.header() + " " + why + ".");
    }
}
