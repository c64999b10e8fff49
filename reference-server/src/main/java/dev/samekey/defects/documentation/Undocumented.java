package dev.samekey.defects.documentation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.function.BiConsumer;

/** The OpenAPI document keeps something to itself. */
final class Undocumented extends Defect {
    private static final String RULES = "/tags/0";

    private final BiConsumer<ObjectNode, Contract> forgetting;

    private Undocumented(String name, String clause, String how, BiConsumer<ObjectNode, Contract> forgetting) {
        super(name, clause, "", how);
        this.forgetting = forgetting;
    }

    static Undocumented key() {
        return new Undocumented(
                "undocumented-key",
                "DOC-1",
                "The OpenAPI document declares no key for what is taken back.",
                (document, contract) -> document.path("paths").properties().stream()
                        .filter(path -> path.getKey().matches("/refunds|.*/(void|reverse|cancel)"))
                        .forEach(path -> ((ArrayNode) path.getValue().at("/post/parameters"))
                                .removeIf(parameter -> parameter
                                        .path("name")
                                        .asText()
                                        .equals(contract.key().name()))));
    }

    static Undocumented mismatch() {
        return new Undocumented(
                "undocumented-mismatch",
                "DOC-1",
                "The OpenAPI document does not say what another payload under a key meets.",
                (document, contract) -> {
                    String code = contract.refusal(Fault.PAYLOAD_MISMATCH).code();
                    document.path("paths")
                            .findParents("responses")
                            .forEach(operation -> operation
                                    .path("responses")
                                    .forEach(response -> forget((ObjectNode) response, code)));
                });
    }

    static Undocumented lifetime() {
        return new Undocumented(
                "undocumented-lifetime",
                "DOC-2",
                "The OpenAPI document does not say how long a key lives.",
                (document, contract) -> rewrite(document, "A key has a lifetime of [^.]*\\."));
    }

    static Undocumented retries() {
        return new Undocumented(
                "undocumented-retries",
                "DOC-2",
                "The OpenAPI document does not say what a client may try again.",
                (document, contract) -> rewrite(document, "(Retry|Never retry) [^.]*\\."));
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.DESCRIPTION, () -> {
            ObjectNode document = parts.get(Part.DESCRIPTION).get();
            forgetting.accept(document, parts.base().contract());
            return document;
        });
    }

    private static void forget(ObjectNode response, String code) {
        String description = response.path("description").asText();
        response.put("description", description.replaceAll("(; )?[^;]*`" + code + "`", ""));
        response.findValues("examples").forEach(examples -> ((ObjectNode) examples).remove("payload_mismatch"));
    }

    private static void rewrite(ObjectNode document, String forgotten) {
        ObjectNode rules = (ObjectNode) document.at(RULES);
        rules.put("description", rules.path("description").asText().replaceAll(forgotten, ""));
    }
}
