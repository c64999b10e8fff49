package dev.samekey.server.http;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.Refusal;
import dev.samekey.server.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tells faults as problem documents (RFC 9457) with the contract's status, code and headers. */
public final class ProblemDocuments implements Problems {
    private final Contract contract;
    private final Json json;

    /** Problems in the words of the contract. */
    public ProblemDocuments(Contract contract, Json json) {
        this.contract = contract;
        this.json = json;
    }

    @Override
    public Answer render(Fault fault, String detail) {
        Refusal refusal = contract.refusal(fault);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", "urn:samekey:problem:" + refusal.code());
        document.put("title", refusal.title());
        document.put("status", refusal.status());
        document.put("code", refusal.code());
        document.put("detail", detail);
        return Answer.problem(refusal.status(), refusal.code(), json.write(document))
                .with(refusal.headers());
    }
}
