package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.Placeholders;
import dev.samekey.steps.model.file.XmlText;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** What the target file writes, filled with what is known of a call. */
record Template(Map<String, JsonNode> values) {
    private static final String ETAG = ".etag";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    private static final String SAFE_IN_SEGMENT = UNRESERVED + "!$&'()*+,;=:@";
    /** Not what separates parameters, nor a plus, which many read as a space. */
    private static final String SAFE_IN_QUERY = UNRESERVED + "!$'()*,:@/?";

    /** The request that a form of the target file makes, after some headers that it has anyway. */
    Request request(Operation.Template form, List<Header> before) {
        List<Header> headers = new ArrayList<>(before);
        if (form.headers() != null) {
            form.headers().forEach((name, value) -> headers.add(new Header(name, fill(value))));
        }
        Request request = new Request(form.method(), path(form.path()), headers, null);
        if (form.body() == null) {
            return request;
        }
        Request typed =
                request.header("Content-Type").isPresent() ? request : request.with("Content-Type", "application/json");
        return Bodies.write(typed, form.kind() == BodyKind.XML ? inXml(form.body()) : fill(form.body()));
    }

    /**
     * The path, and the query that it may have. What is not safe there in a value is percent-encoded (RFC 3986, sections 3.3
     * and 3.4), so that a value is one segment, or one parameter.
     */
    String path(String form) {
        int query = form.indexOf('?');
        return query < 0
                ? encoded(form, SAFE_IN_SEGMENT)
                : encoded(form.substring(0, query), SAFE_IN_SEGMENT) + encoded(form.substring(query), SAFE_IN_QUERY);
    }

    private String encoded(String form, String safe) {
        return new Placeholders(name -> TextNode.valueOf(encode(value(name).asText(), safe))).fill(form);
    }

    private static String encode(String text, String safe) {
        StringBuilder encoded = new StringBuilder();
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            if (safe.indexOf(one) >= 0) {
                encoded.append((char) one);
            } else {
                encoded.append('%').append(HEX.toHexDigits(one));
            }
        }
        return encoded.toString();
    }

    String fill(String text) {
        return new Placeholders(this::value).fill(text);
    }

    JsonNode fill(JsonNode node) {
        return new Placeholders(this::value).fill(node);
    }

    /** A value must not end the element or the attribute that it stands in. */
    private JsonNode inXml(JsonNode body) {
        return TextNode.valueOf(new Placeholders(
                        name -> TextNode.valueOf(XmlText.escaped(value(name).asText())))
                .fill(body.asText()));
    }

    private JsonNode value(String name) {
        JsonNode value = values.get(name);
        if (value == null && name.endsWith(ETAG)) {
            throw Judgement.inconclusive(
                    "the response of the " + name.replace(ETAG, "") + " has no ETag, which ${" + name + "} stands for");
        }
        if (value == null) {
            throw Judgement.notChecked("${" + name + "} of the target file has no value where it is used"
                    + Nearest.hint(name, values.keySet()));
        }
        return value;
    }
}
