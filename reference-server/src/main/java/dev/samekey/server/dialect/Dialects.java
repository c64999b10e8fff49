package dev.samekey.server.dialect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.samekey.server.contract.Contract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Finds dialects. A dialect may extend another and say only what differs (RFC 7396); what is left unsaid even then is
 * as in the playbook, because a server must do something also where a provider documents nothing.
 */
public final class Dialects {
    private static final String PLAYBOOK = "playbook";
    private static final String EXTENDS = "extends";
    private static final String REFUSALS = "refusals";

    private final ObjectMapper yaml = new YAMLMapper();

    /** The contract of a shipped dialect, or of a file. */
    public Contract contract(String nameOrFile) {
        ObjectNode said = members(nameOrFile);
        ObjectNode whole = completed(said, members(PLAYBOOK));
        return new ContractReader(new Member(nameOrFile, "", whole)).contract();
    }

    private ObjectNode members(String nameOrFile) {
        ObjectNode members = parse(nameOrFile, text(nameOrFile));
        JsonNode other = members.remove(EXTENDS);
        return other == null ? members : patched(members(other.asText()), members);
    }

    private static ObjectNode patched(ObjectNode base, ObjectNode patch) {
        patch.properties().forEach(member -> {
            boolean both =
                    base.path(member.getKey()).isObject() && member.getValue().isObject();
            base.set(
                    member.getKey(),
                    both
                            ? patched(base.withObjectProperty(member.getKey()), (ObjectNode) member.getValue())
                            : member.getValue());
        });
        return base;
    }

    /** Members that were not said at all, and what was not said of refusals. */
    private static ObjectNode completed(ObjectNode said, ObjectNode playbook) {
        ObjectNode refusals = playbook.withObjectProperty(REFUSALS).deepCopy();
        playbook.setAll(said);
        return playbook.set(REFUSALS, patched(refusals, said.withObjectProperty(REFUSALS)));
    }

    private ObjectNode parse(String file, String text) {
        try {
            if (yaml.readTree(text) instanceof ObjectNode members) {
                return members;
            }
        } catch (JsonProcessingException malformed) {
            int line = malformed.getLocation().getLineNr();
            throw new DialectException(file + ": line " + line + ": " + malformed.getOriginalMessage());
        }
        throw new DialectException(file + ": a dialect is a YAML object");
    }

    private static String text(String nameOrFile) {
        try {
            String shipped = ShippedDialects.text(nameOrFile);
            return shipped == null ? Files.readString(Path.of(nameOrFile)) : shipped;
        } catch (IOException | InvalidPathException unreadable) {
            throw new UnknownDialectException(nameOrFile);
        }
    }
}
