package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.file.Placeholders;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the operations of a run come after, such as the order of a refund. A target that cannot make another one each time gives
 * the same one to several scenarios.
 */
public final class Parents {
    private final Set<String> given = ConcurrentHashMap.newKeySet();
    private final Set<String> shared = ConcurrentHashMap.newKeySet();

    /** Notes what a new request has got; what an earlier one has got too is shared from now on. */
    void give(String name, JsonNode id) {
        String one = name + " " + id;
        if (!given.add(one)) {
            shared.add(one);
        }
    }

    /** Whether a path shows what others do too: each name in it stands for something that is shared. */
    boolean showsOthers(String path, Map<String, JsonNode> values) {
        return Placeholders.names(path).allMatch(name -> shared.contains(name + " " + values.get(name)));
    }

    /** Whether it did so for any of them. */
    boolean showsOthers(String path) {
        return Placeholders.names(path).allMatch(name -> shared.stream().anyMatch(one -> one.startsWith(name + " ")));
    }
}
