package dev.samekey.server.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.contract.KeyRules;
import dev.samekey.server.contract.KeyRules.Place;
import dev.samekey.server.http.Call;
import dev.samekey.server.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;

/**
 * Where a call carries its key, exactly as it was sent: a header, or a member of its body. The other of the two is
 * looked at too, because a call that names one key here and another there means neither (KEY-10).
 */
public final class KeyPlaces {
    private final KeyRules rules;
    private final Json json;

    /** The places of a contract. */
    public KeyPlaces(KeyRules rules, Json json) {
        this.rules = rules;
        this.json = json;
    }

    /** What stands where the contract wants the key: nothing, one key, or more. */
    public List<String> inPlace(Call call) {
        return rules.in() == Place.HEADER ? inHeader(call) : inBody(call);
    }

    /** What stands in the other place. */
    public List<String> elsewhere(Call call) {
        return rules.in() == Place.HEADER ? inReadableBody(call) : inHeader(call);
    }

    /** As a caller is told. */
    @Override
    public String toString() {
        return rules.in().name().toLowerCase(Locale.ROOT) + " " + rules.name();
    }

    private List<String> inHeader(Call call) {
        return call.headerValues(rules.header());
    }

    private List<String> inReadableBody(Call call) {
        try {
            return inBody(call);
        } catch (FaultException unreadable) {
            // Whoever needs the body will refuse it.
            return List.of();
        }
    }

    private List<String> inBody(Call call) {
        JsonNode member = json.read(call.body().bytes()).object().at(rules.pointer());
        if (member.isMissingNode() || member.isNull()) {
            return List.of();
        }
        return member.isArray()
                ? StreamSupport.stream(member.spliterator(), false)
                        .map(this::text)
                        .toList()
                : List.of(text(member));
    }

    /** A key is a text, which a form may write with digits alone; anything else reads as empty, which is malformed. */
    private String text(JsonNode member) {
        boolean isText = member.isTextual() || (rules.in() == Place.FORM && member.isNumber());
        return isText ? member.asText() : "";
    }
}
