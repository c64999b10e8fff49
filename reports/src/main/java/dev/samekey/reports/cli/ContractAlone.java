package dev.samekey.reports.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.Map;

/** What a target file would say where a command line names a contract, and no API is judged. */
final class ContractAlone {
    private ContractAlone() {}

    /** @param client what a target file would say of a client */
    static TargetFile of(String name, String contract, ObjectNode client) {
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.put("name", name).put("contract", contract).set("client", client);
        return TargetFile.of(
                YamlFile.of("the command line", file.toString()), Path.of("").toAbsolutePath(), Map.of());
    }

    /** Of a recording, or of what stands between. */
    static TargetFile of(String name, String contract) {
        return of(name, contract, JsonNodeFactory.instance.objectNode().put("log", name));
    }
}
