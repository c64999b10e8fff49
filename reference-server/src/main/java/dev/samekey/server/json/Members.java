package dev.samekey.server.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The members of a JSON object, read one by one: each is what it should be, or the request is refused. */
public record Members(JsonNode object) {
    private static final int MAX_LENGTH = 255;
    private static final int MAX_ITEMS = 100;

    /** The parameters of a query as the members that they would be in a body. */
    public static Members ofQuery(Map<String, String> query) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        query.forEach(object::put);
        return new Members(object);
    }

    /** A non-empty string that can be stored: no control characters, no halves of a character. */
    public String text(String name) {
        String text = optionalText(name);
        if (text == null) {
            throw invalid(name, "is required");
        }
        return text;
    }

    /** The same, where the member may be absent or null. */
    public @Nullable String optionalText(String name) {
        JsonNode node = object.path(name);
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        String text = node.isTextual() ? node.textValue() : "";
        if (text.isBlank() || text.length() > MAX_LENGTH || text.codePoints().anyMatch(Members::isUnstorable)) {
            throw invalid(name, "must be a non-empty string of at most " + MAX_LENGTH + " characters");
        }
        return text;
    }

    /** Three capital letters. */
    public String currency(String name) {
        String currency = text(name);
        if (!currency.matches("[A-Z]{3}")) {
            throw invalid(name, "must be three capital letters");
        }
        return currency;
    }

    /** A positive whole number of minor units; 1000, 1000.0 and 1e3 are the same number (MIS-4). */
    public long amount(String name) {
        JsonNode node = object.path(name);
        try {
            long amount = node.isNumber() ? node.decimalValue().longValueExact() : 0;
            if (amount > 0) {
                return amount;
            }
        } catch (ArithmeticException fractionOrTooLarge) {
            throw invalid(name, "must be a whole number of minor units below 2^63");
        }
        throw invalid(name, "must be a positive whole number of minor units");
    }

    /** The same, where the member may be absent or null. */
    public @Nullable Long optionalAmount(String name) {
        return object.path(name).isMissingNode() || object.path(name).isNull() ? null : amount(name);
    }

    /** An id of this server; whatever is not even the form of one is unknown. */
    public UUID id(String name, Fault unknown) {
        return Ids.parse(text(name), unknown);
    }

    /** An object within this one; absent, it has no members. */
    public Members members(String name) {
        JsonNode node = object.path(name);
        return new Members(node.isObject() ? node : MissingNode.getInstance());
    }

    /** The objects of a list that is not empty. */
    public List<Members> list(String name) {
        JsonNode node = object.path(name);
        if (!node.isArray() || node.isEmpty() || node.size() > MAX_ITEMS) {
            throw invalid(name, "must be a list of 1 to " + MAX_ITEMS + " objects");
        }
        return StreamSupport.stream(node.spliterator(), false).map(Members::new).toList();
    }

    private static boolean isUnstorable(int codePoint) {
        return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
    }

    private static FaultException invalid(String name, String what) {
        return new FaultException(Fault.MEMBER_INVALID, name + " " + what + ".");
    }
}
