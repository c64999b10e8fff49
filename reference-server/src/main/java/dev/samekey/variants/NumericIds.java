package dev.samekey.variants;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Body;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.json.Json;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.webhooks.EventForm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Ids are numbers: those of 128 bits that UUIDs are (RFC 9562, section 4), far beyond what a floating-point number can hold. A
 * request may name one as a number or as a text.
 */
final class NumericIds {
    private static final String UUIDS = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";
    private static final Pattern IN_A_BODY = Pattern.compile('"' + UUIDS + '"');
    private static final Pattern IN_A_PATH = Pattern.compile("(?<=/)" + UUIDS);
    /** The version of a UUID makes it at least so long. */
    private static final Pattern NUMBER = Pattern.compile("[0-9]{30,39}");

    private static final int HEXADECIMAL = 16;

    private final Json json;

    private NumericIds(Json json) {
        this.json = json;
    }

    static Parts of(Parts parts) {
        NumericIds ids = new NumericIds(parts.base().json());
        EventForm form = parts.get(Part.EVENT_FORM);
        return parts.aroundHandlers((composed, handler) -> call -> ids.answer(call, handler))
                .with(Part.EVENT_FORM, (channel, call) -> form.read(channel, ids.asked(call)));
    }

    private Answer answer(Call call, Handler handler) {
        // What is signed stays as it came until its signature was verified.
        boolean isSigned = call.route().startsWith("/webhooks");
        Answer answer = handler.handle(isSigned ? call : asked(call));
        Map<String, String> headers = new LinkedHashMap<>(answer.headers());
        headers.computeIfPresent("Location", (name, place) -> numbers(IN_A_PATH, place));
        return new Answer(
                answer.status(), headers, numbers(IN_A_PATH, numbers(IN_A_BODY, answer.body())), answer.errorCode());
    }

    private static String numbers(Pattern uuids, String text) {
        return uuids.matcher(text)
                .replaceAll(uuid -> new BigInteger(uuid.group(1).replace("-", ""), HEXADECIMAL).toString());
    }

    private Call asked(Call call) {
        Map<String, String> path = new LinkedHashMap<>(call.path());
        path.replaceAll((name, value) -> NUMBER.matcher(value).matches() ? uuid(new BigInteger(value)) : value);
        return new Call(call.method(), call.route(), path, call.query(), call.headers(), asked(call.body()));
    }

    /** A body without such a number stays as it came, to the byte. */
    private Body asked(Body sent) {
        try {
            JsonNode body = json.read(sent.bytes()).object();
            return named(body) ? new Body(json.write(body).getBytes(StandardCharsets.UTF_8)) : sent;
        } catch (FaultException unreadable) {
            // Whoever reads it next refuses it, or reads it as a form.
            return sent;
        }
    }

    /** Whether a member that names an id had a number, which is a UUID now. */
    private static boolean named(JsonNode node) {
        boolean found = false;
        if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                String number = number(member.getValue());
                if (member.getKey().endsWith("_id") && NUMBER.matcher(number).matches()) {
                    member.setValue(TextNode.valueOf(uuid(new BigInteger(number))));
                    found = true;
                } else {
                    found |= named(member.getValue());
                }
            }
        }
        return found;
    }

    /** As digits, in whichever notation it came. */
    private static String number(JsonNode node) {
        BigDecimal number = node.decimalValue().stripTrailingZeros();
        return node.isNumber() && number.scale() <= 0 ? number.toPlainString() : node.asText();
    }

    private static String uuid(BigInteger number) {
        return new UUID(number.shiftRight(Long.SIZE).longValue(), number.longValue()).toString();
    }
}
