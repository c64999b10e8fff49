package dev.samekey.server.http;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.ErrorForm;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.Refusal;
import dev.samekey.server.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tells faults with the members of a problem document (RFC 9457) and the contract's status, code and headers. */
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
        ErrorForm form = contract.errors();
        String document = json.putAll("{}", form.place(), members(refusal, form.codeName(), detail));
        return new Answer(refusal.status(), Map.of("Content-Type", form.contentType()), document, refusal.code())
                .with(refusal.headers());
    }

    private static Map<String, Object> members(Refusal refusal, String codeName, String detail) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "urn:samekey:problem:" + refusal.code());
        members.put("title", refusal.title());
        members.put("status", refusal.status());
        members.put(codeName, refusal.code());
        members.put("detail", detail);
        return members;
    }
}
