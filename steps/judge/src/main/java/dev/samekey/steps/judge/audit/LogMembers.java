package dev.samekey.steps.judge.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.Nearest;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Where the lines of a JSON log have what an audit needs: the names that servers and proxies usually give, or those that were told. */
public final class LogMembers {
    /** What a line may have. */
    public enum Member {
        /** When the request arrived. */
        AT("at start_time sent_at timestamp @timestamp time ts"),
        /** When the response had ended. */
        ANSWERED_AT("answered_at end_time msec time_iso8601 time_local"),
        /** How long that took, in milliseconds. */
        TOOK_MS("took_ms duration_ms latency_ms duration response_time_ms Ta ta"),
        /** Likewise, in seconds. */
        TOOK_S("took_s request_time duration_s"),
        /** Who called: a name that is the same for all requests of a caller. */
        CALLER("caller principal user remote_user client_id"),
        METHOD("method request_method http_method :method verb"),
        /** Path and query, or a whole URL. */
        PATH("path request_uri url uri :path http_path x-envoy-original-path"),
        KEY("key idempotency_key idempotency-key http_idempotency_key sent_http_idempotency_key"),
        STATUS("status response_code status_code http_status code"),
        /** An object with the headers of the request. */
        REQUEST_HEADERS("request_headers"),
        /** The payload, or a digest of it that is equal for equal payloads. */
        PAYLOAD("payload request_body payload_sha256 body_hash request_hash"),
        /** An object with the headers of the response. */
        HEADERS("headers response_headers"),
        BODY("body response_body");

        /** The names that it usually has, with a space between them. */
        private final String usual;

        Member(String usual) {
            this.usual = usual;
        }

        /** As the command line writes it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<Member, String> told;

    private LogMembers(Map<Member, String> told) {
        this.told = told;
    }

    /** The usual names. */
    public static LogMembers usual() {
        return new LogMembers(new EnumMap<>(Member.class));
    }

    /**
     * The usual names but for these.
     *
     * @param told by what is meant, the name of the member, a path with dots, or a JSON pointer
     * @throws CannotRun where something else is meant
     */
    public static LogMembers of(Map<String, String> told) {
        Map<Member, String> names = new EnumMap<>(Member.class);
        List<String> words = Stream.of(Member.values()).map(Member::word).toList();
        new LinkedHashMap<>(told).forEach((word, name) -> {
            if (!words.contains(word)) {
                throw new CannotRun("--member " + word + ": there is no such part of an exchange"
                        + Nearest.hint(word, words) + ". The parts are " + String.join(", ", words));
            }
            names.put(Member.valueOf(word.toUpperCase(Locale.ROOT)), name);
        });
        return new LogMembers(names);
    }

    /** What a line has; a missing node where it has none. Logs write a dash for it too. */
    JsonNode of(JsonNode line, Member member) {
        String name = told.get(member);
        JsonNode found = name == null ? byUsualName(line, member) : byName(line, name);
        boolean isNone = found.isNull()
                || (found.isTextual()
                        && (found.asText().isEmpty() || found.asText().equals("-")));
        return isNone ? line.path("") : found;
    }

    private static JsonNode byUsualName(JsonNode line, Member member) {
        return Stream.of(member.usual.split(" ", -1))
                .map(line::path)
                .filter(node -> !node.isMissingNode())
                .findFirst()
                .orElse(line.path(""));
    }

    private static JsonNode byName(JsonNode line, String name) {
        if (line.has(name)) {
            return line.path(name);
        }
        return line.at(name.startsWith("/") ? name : "/" + name.replace('.', '/'));
    }
}
