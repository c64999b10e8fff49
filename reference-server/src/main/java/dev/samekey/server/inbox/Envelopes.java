package dev.samekey.server.inbox;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.json.CanonicalJson;
import dev.samekey.server.json.Digest;
import dev.samekey.server.json.Json;
import dev.samekey.server.json.Members;
import java.util.Set;

/** Events as JSON objects with at least {@code id}, {@code type} and {@code data}: what was sent, and what is kept. */
public final class Envelopes {
    private final Json json;

    /** Reads and writes with this. */
    public Envelopes(Json json) {
        this.json = json;
    }

    /** The event in an envelope. Its own source counts, as CloudEvents have one; else it is where it came in. */
    public Event open(String channel, Members sent) {
        if (sent.object().path("id").asText("").isBlank()) {
            throw new FaultException(Fault.EVENT_ID_MISSING, "An event needs an id.");
        }
        String source = sent.optionalText("source");
        return new Event(
                source == null ? channel : source,
                sent.text("id"),
                sent.text("type"),
                Digest.sha256(CanonicalJson.of(sent, Set.of())),
                json.write(sent.object()),
                sent.members("data"));
    }

    /** An event that was kept. */
    Event open(String source, String payload) {
        return open(source, new Members(json.parse(payload)));
    }
}
