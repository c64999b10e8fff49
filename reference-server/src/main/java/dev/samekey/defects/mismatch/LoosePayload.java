package dev.samekey.defects.mismatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Body;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Payloads that differ in a nuance of JSON alone get the same fingerprint. */
final class LoosePayload extends Defect {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final UnaryOperator<JsonNode> loosened;

    private LoosePayload(String name, String how, UnaryOperator<JsonNode> loosened) {
        super(name, "MIS-10", "MIS-6", how);
        this.loosened = loosened;
    }

    static Defect lists() {
        return new LoosePayload("lists-as-sets", "The fingerprint is made of sorted lists.", node -> {
            if (node instanceof ArrayNode array) {
                List<JsonNode> items = new ArrayList<>();
                array.forEach(items::add);
                items.sort(Comparator.comparing(JsonNode::toString));
                array.removeAll().addAll(items);
            }
            return node;
        });
    }

    static Defect nulls() {
        return new LoosePayload("null-as-missing", "The fingerprint leaves out members that are null.", node -> {
            if (node instanceof ObjectNode object) {
                object.properties().removeIf(member -> member.getValue().isNull());
            }
            return node;
        });
    }

    /** Only this dialect tells such payloads apart. */
    @Override
    public Optional<String> dialect() {
        return Optional.of("retry-safe");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.FINGERPRINT,
                call -> parts.get(Part.FINGERPRINT)
                        .of(call.withBody(new Body(loosened(call.body().bytes())))));
    }

    private byte[] loosened(byte[] body) {
        if (body.length == 0) {
            return body;
        }
        try {
            return JSON.writeValueAsBytes(loosened(JSON.readTree(body)));
        } catch (IOException malformed) {
            throw new FaultException(Fault.BODY_MALFORMED, "The body is not JSON.");
        }
    }

    /** From the leaves to the root. */
    private JsonNode loosened(JsonNode node) {
        if (node instanceof ObjectNode object) {
            // The order of the members says nothing, so it must not sort the lists.
            Map<String, JsonNode> members = new TreeMap<>();
            object.properties().forEach(member -> members.put(member.getKey(), loosened(member.getValue())));
            object.removeAll().setAll(members);
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, loosened(array.get(i)));
            }
        }
        return loosened.apply(node);
    }
}
