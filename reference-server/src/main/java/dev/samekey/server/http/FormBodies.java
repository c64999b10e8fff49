package dev.samekey.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Reads a form as the JSON object that it stands for, so that everything behind knows one kind of body. A field of
 * digits is a number; a field that came more than once is a list.
 */
public final class FormBodies {
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

    private FormBodies() {}

    /** The handler, for forms too. */
    public static Handler around(Handler handler) {
        return call -> handler.handle(isForm(call) ? call.withBody(json(call.body())) : call);
    }

    /** Whether the body of a call is a form. */
    public static boolean isForm(Call call) {
        String type = call.header("Content-Type");
        return type != null && type.startsWith("application/x-www-form-urlencoded");
    }

    private static Body json(Body form) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        String text = new String(form.bytes(), StandardCharsets.UTF_8);
        Pattern.compile("&")
                .splitAsStream(text)
                .filter(field -> !field.isEmpty())
                .forEach(field -> add(object, field));
        return new Body(object.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void add(ObjectNode object, String field) {
        String[] sides = field.split("=", 2);
        String name = decode(sides[0]);
        String value = sides.length == 1 ? "" : decode(sides[1]);
        if (object.has(name)) {
            list(object, name).add(value);
        } else if (NUMBER.matcher(value).matches()) {
            object.put(name, Long.parseLong(value));
        } else {
            object.put(name, value);
        }
    }

    private static ArrayNode list(ObjectNode object, String name) {
        JsonNode known = object.get(name);
        return known instanceof ArrayNode list ? list : object.putArray(name).add(known);
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException badEscape) {
            throw new FaultException(Fault.BODY_MALFORMED, "The form has a malformed escape.");
        }
    }
}
