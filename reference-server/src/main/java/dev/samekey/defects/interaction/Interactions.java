package dev.samekey.defects.interaction;

import static dev.samekey.defects.interaction.Circumstance.BETWEEN_REPEATS;
import static dev.samekey.defects.interaction.Circumstance.CHARSET_NAMED;
import static dev.samekey.defects.interaction.Circumstance.CODING_GZIP;
import static dev.samekey.defects.interaction.Circumstance.KEY_DIGITS;
import static dev.samekey.defects.interaction.Circumstance.KEY_LONG;
import static dev.samekey.defects.interaction.Circumstance.KEY_SHORT;
import static dev.samekey.defects.interaction.Circumstance.KEY_SIGNS;
import static dev.samekey.defects.interaction.Circumstance.PAUSE_SECOND;
import static dev.samekey.defects.interaction.Circumstance.PAYLOAD_LARGE;
import static dev.samekey.defects.interaction.Circumstance.PAYLOAD_LONG;
import static dev.samekey.defects.interaction.Circumstance.PAYLOAD_TURNED;
import static dev.samekey.defects.interaction.Circumstance.PAYLOAD_UNICODE;
import static dev.samekey.defects.interaction.Circumstance.PRINCIPAL_SECOND;
import static dev.samekey.defects.interaction.Circumstance.PROTOCOL_CHANGED;
import static dev.samekey.defects.interaction.Circumstance.PROTOCOL_OTHER;
import static dev.samekey.defects.interaction.Circumstance.REPLICA_OTHER;
import static dev.samekey.defects.interaction.Circumstance.REQUEST_BROKEN;
import static dev.samekey.defects.interaction.Circumstance.RESPONSE_LOST;

import java.util.List;

/** The defects that need several conditions at once. */
public final class Interactions {
    private Interactions() {}

    /** A new instance of each. */
    public static List<Interaction> all() {
        return List.of(
                new Interaction(
                        "status-of-digits-of-second-principal",
                        Harm.REPLAY_HAS_ANOTHER_STATUS,
                        PRINCIPAL_SECOND,
                        KEY_DIGITS),
                new Interaction(
                        "status-of-late-compressed-replay", Harm.REPLAY_HAS_ANOTHER_STATUS, CODING_GZIP, PAUSE_SECOND),
                new Interaction(
                        "body-of-compressed-replay-elsewhere", Harm.REPLAY_LOSES_ITS_BODY, REPLICA_OTHER, CODING_GZIP),
                new Interaction("body-of-long-key-and-unicode", Harm.REPLAY_LOSES_ITS_BODY, KEY_LONG, PAYLOAD_UNICODE),
                new Interaction(
                        "mark-of-second-replay-with-charset", Harm.REPLAY_IS_UNMARKED, CHARSET_NAMED, BETWEEN_REPEATS),
                new Interaction(
                        "mark-of-turned-payload-elsewhere", Harm.REPLAY_IS_UNMARKED, REPLICA_OTHER, PAYLOAD_TURNED),
                new Interaction("long-key-executes-elsewhere", Harm.REPLAY_EXECUTES, REPLICA_OTHER, KEY_LONG),
                new Interaction(
                        "long-text-of-second-principal-executes", Harm.REPLAY_EXECUTES, PRINCIPAL_SECOND, PAYLOAD_LONG),
                new Interaction("type-of-compressed-long-text", Harm.REPLAY_LOSES_ITS_TYPE, PAYLOAD_LONG, CODING_GZIP),
                new Interaction(
                        "mismatch-of-long-key-executes-elsewhere", Harm.MISMATCH_EXECUTES, REPLICA_OTHER, KEY_LONG),
                new Interaction("mismatch-of-signs-with-charset", Harm.MISMATCH_EXECUTES, KEY_SIGNS, CHARSET_NAMED),
                new Interaction(
                        "spelling-of-unicode-with-charset", Harm.SPELLING_COUNTS, PAYLOAD_UNICODE, CHARSET_NAMED),
                new Interaction("body-of-long-key-over-http2", Harm.REPLAY_LOSES_ITS_BODY, PROTOCOL_OTHER, KEY_LONG),
                new Interaction(
                        "type-of-unicode-after-change-to-http2",
                        Harm.REPLAY_LOSES_ITS_TYPE,
                        PROTOCOL_CHANGED,
                        PAYLOAD_UNICODE),
                new Interaction(
                        "large-payload-of-second-principal-executes",
                        Harm.REPLAY_EXECUTES,
                        PRINCIPAL_SECOND,
                        PAYLOAD_LARGE),
                new Interaction(
                        "status-elsewhere-after-broken-request",
                        Harm.REPLAY_HAS_ANOTHER_STATUS,
                        REPLICA_OTHER,
                        REQUEST_BROKEN),
                new Interaction(
                        "mismatch-of-digits-executes-after-lost-response",
                        Harm.MISMATCH_EXECUTES,
                        KEY_DIGITS,
                        RESPONSE_LOST),
                new Interaction(
                        "body-of-short-key-compressed-elsewhere",
                        Harm.REPLAY_LOSES_ITS_BODY,
                        REPLICA_OTHER,
                        KEY_SHORT,
                        CODING_GZIP));
    }
}
