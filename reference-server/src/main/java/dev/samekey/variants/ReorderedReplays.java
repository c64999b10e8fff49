package dev.samekey.variants;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Gives the members of a stored answer in the opposite order. */
record ReorderedReplays(Replays replays, Json json) implements Replays {
    @Override
    public Answer first(Answer answer) {
        return replays.first(answer);
    }

    @Override
    public Answer again(Answer stored) {
        return replays.again(stored.body().startsWith("{") ? reordered(stored) : stored);
    }

    private Answer reordered(Answer stored) {
        ObjectNode document = json.read(stored.body(), ObjectNode.class);
        List<String> names = new ArrayList<>(
                document.properties().stream().map(member -> member.getKey()).toList());
        Collections.reverse(names);
        ObjectNode turned = JsonNodeFactory.instance.objectNode();
        names.forEach(name -> turned.set(name, document.get(name)));
        return new Answer(stored.status(), stored.headers(), json.write(turned), stored.errorCode());
    }
}
