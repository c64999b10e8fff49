package dev.samekey.server.dialect;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.Playbook;
import dev.samekey.server.contract.Refusal;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads how a dialect tells faults; what it does not say of them is as the server tells its own. */
final class RefusalReader {
    private static final int SOON = 1;

    private final Member refusals;

    RefusalReader(Member refusals) {
        this.refusals = refusals;
    }

    Map<Fault, Refusal> refusals() {
        Map<Fault, Refusal> told = new EnumMap<>(Playbook.refusals());
        for (NamedFault named : NamedFault.values()) {
            told.put(named.fault(), refusal(named, refusals.at(named.label()), told.get(named.fault())));
        }
        return Map.copyOf(told);
    }

    private static Refusal refusal(NamedFault named, Member refusal, @Nullable Refusal own) {
        int status = refusal.at("status").first().number(own == null ? 0 : own.status());
        refusal.at("status").require(status >= 400 && status < 600, "must be a status from 400 to 599");
        String code = refusal.at("code").first().text(own == null ? named.label() : own.code());
        Map<String, String> headers = new HashMap<>(named.headers());
        String retryAfter = retryAfter(refusal.at("retry_after"));
        if (retryAfter != null) {
            headers.put("Retry-After", retryAfter);
        }
        return new Refusal(status, code, named.title(), Map.copyOf(headers));
    }

    /** Seconds: those that the dialect says, or few (CON-3, ERR-3). */
    private static @Nullable String retryAfter(Member retryAfter) {
        if (retryAfter.node().isBoolean()) {
            return retryAfter.flag(false) ? String.valueOf(SOON) : null;
        }
        if (retryAfter.node().isObject()) {
            return String.valueOf(
                    retryAfter.at("min").number(retryAfter.at("max").number(SOON)));
        }
        return retryAfter.isAbsent() ? null : String.valueOf(retryAfter.number(SOON));
    }
}
