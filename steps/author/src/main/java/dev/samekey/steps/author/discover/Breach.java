package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.file.YamlFile;

/** What contradicts a MUST of the catalogue. It is a warning, and no word of a contract unless the user says so. */
public enum Breach {
    MISSING_KEY_FAILS("KEY-1", "a request without its key was answered with a server error"),
    EMPTY_KEY_ACCEPTED("KEY-3", "an empty key was accepted"),
    ILLEGAL_KEY_FAILS("KEY-3", "an illegal key was answered with a server error"),
    SAME_PAYLOAD_REPLAYS("KEY-5", "the same payload under another key got the first response"),
    KEYLESS_REPLAYS(
            "KEY-9",
            "requests without a key share one: a second one got the response of the first, or was refused as another payload"),
    TAKES_EFFECT_AGAIN("RPL-4", "a repeated request took effect again"),
    DECLINED_SUCCEEDS("RPL-6", "the repeat of a declined request was answered with a success"),
    OTHER_PAYLOAD_REPLAYS("MIS-1", "another payload under the same key got the first response", "{mismatch: replay}"),
    OTHER_PAYLOAD_TAKES_EFFECT("MIS-1", "another payload under the same key took effect", "{mismatch: null}"),
    OTHER_PAYLOAD_FAILS(
            "MIS-1", "another payload under the same key was answered with a server error", "{mismatch: null}"),
    MISMATCH_FORGETS("MIS-2", "after another payload was refused, the first request did not get its response again"),
    BYTES_COUNT(
            "MIS-3",
            "the same payload with other white space, and with its members in another order, was taken for another one",
            "{fingerprint.of: bytes}"),
    ORDER_COUNTS("MIS-3", "the same payload with its members in another order was taken for another one"),
    WHITE_SPACE_COUNTS("MIS-3", "the same payload with other white space was taken for another one"),
    RACERS_TAKE_EFFECT(
            "CON-1", "no guard against duplicates: simultaneous ones took effect each", "{in_progress: null}"),
    DUPLICATE_FAILS(
            "CON-2", "a duplicate of a request in progress was answered with a server error", "{in_progress: null}"),
    DUPLICATE_TAKES_EFFECT(
            "CON-10", "no guard against duplicates: one took effect while the original ran", "{in_progress: null}"),
    SHARED_BY_PRINCIPALS(
            "SCP-1", "a second principal could not use the key for a request of its own", "{scope.principal: false}"),
    CROSSES_PRINCIPALS("SCP-2", "a second principal got the response of the first", "{scope.principal: false}"),
    CROSSES_ROUTES(
            "SCP-3", "another operation under the same key got the first operation's response", "{scope.route: false}"),
    SHARED_BY_TENANTS(
            "SCP-4", "a second tenant could not use the key for a request of its own", "{scope.tenant: false}");

    private final String clause;
    private final String what;
    private final String excuse;

    Breach(String clause, String what) {
        this(clause, what, "{}");
    }

    Breach(String clause, String what, String excuse) {
        this.clause = clause;
        this.what = what;
        this.excuse = excuse;
    }

    /** The id of the clause that it contradicts. */
    public String clause() {
        return clause;
    }

    /** What was seen, in a sentence. */
    public String what() {
        return what;
    }

    /** What a contract that allows it says, by member; empty where no contract can allow it. */
    JsonNode excuse() {
        return members(excuse);
    }

    /** What a contract must say for the clause to be judged, by member; empty where it is judged by any. */
    JsonNode demand() {
        return members(
                switch (clause) {
                    case "MIS-1" -> "{mismatch: refuse, refusals.payload_mismatch.status: [400, 409, 422]}";
                    case "MIS-3" -> "{fingerprint.of: canonical}";
                    case "KEY-9" -> "{key.required: false}";
                    case "SCP-1", "SCP-2" -> "{scope.principal: true}";
                    case "SCP-3" -> "{scope.route: true}";
                    case "SCP-4" -> "{scope.tenant: true}";
                    default -> "{}";
                });
    }

    private static JsonNode members(String yaml) {
        return YamlFile.of("breach", yaml).tree();
    }
}
