package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a document says of keys to those who read it: its descriptions and summaries, as far as they speak of a key. */
public record Prose(List<String> texts) {
    private static final Pattern RETRY =
            Pattern.compile("(?i)\\bretr(y|ies|ied|ying)\\b|\\b(try|send)[^.]{0,40}\\bagain\\b");
    /** When: as an answer says, after some time, or on what answers. */
    private static final Pattern WHEN =
            Pattern.compile("(?i)retry-after|\\b(409|425|429|5\\d\\d|5xx|timeouts?|no answer)\\b");

    /** @param key the name of the header or member that carries it */
    public static Prose of(Document document, String key) {
        List<String> texts = new ArrayList<>();
        collect(document.tree(), texts);
        Pattern ofKeys = Pattern.compile("(?i)idempot|" + Pattern.quote(key));
        return new Prose(
                texts.stream().filter(text -> ofKeys.matcher(text).find()).toList());
    }

    /** The durations that they name. */
    public Set<Duration> durations() {
        Set<Duration> durations = new HashSet<>();
        texts.forEach(text -> durations.addAll(SpokenDurations.in(text)));
        return durations;
    }

    /** Whether one of them says that, and when, a request is sent again. */
    public boolean saysWhenToRetry() {
        return texts.stream()
                .anyMatch(text -> RETRY.matcher(text).find()
                        && (WHEN.matcher(text).find()
                                || !SpokenDurations.in(text).isEmpty()));
    }

    private static void collect(JsonNode node, List<String> texts) {
        node.properties().forEach(member -> {
            boolean prose =
                    member.getKey().equals("description") || member.getKey().equals("summary");
            if (prose && member.getValue().isTextual()) {
                // What stands at a parameter may not name it once more.
                texts.add(
                        node.path("in").isTextual()
                                ? node.path("name").asText() + ": "
                                        + member.getValue().asText()
                                : member.getValue().asText());
            } else {
                collect(member.getValue(), texts);
            }
        });
        if (node.isArray()) {
            node.forEach(item -> collect(item, texts));
        }
    }
}
