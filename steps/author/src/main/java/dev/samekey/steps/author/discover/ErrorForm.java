package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.contract.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the refusals that were seen have in common: their media type, where they have their code, and which it is. */
final class ErrorForm {
    /** What a code is called, the likeliest first. */
    private static final List<String> NAMES =
            List.of("code", "error_code", "errorCode", "error", "reason", "name", "type");

    private static final String CODE = "errors.code";
    private static final String CONTENT_TYPE = "errors.content_type";

    private final Map<Reason, List<Probed>> refusals;

    ErrorForm(Map<Reason, List<Probed>> refusals) {
        this.refusals = refusals;
    }

    void tell(Findings findings) {
        if (refusals.isEmpty()) {
            List.of(CODE, CONTENT_TYPE).forEach(member -> findings.absent(member, "nothing was refused"));
            return;
        }
        refusals.values().forEach(replies -> {
            Probed one = replies.get(0);
            one.answer()
                    .header("Content-Type")
                    .map(type -> type.replaceFirst("\\s*;.*", ""))
                    .ifPresent(type -> findings.saw(CONTENT_TYPE, type, one));
        });
        List<String> pointers = codes();
        Optional<String> pointer = pointers.stream().findFirst();
        refusals.forEach((reason, replies) -> {
            Probed one = replies.get(0);
            JsonNode place = pointer.<JsonNode>map(TextNode::valueOf).orElse(NullNode.getInstance());
            if (refusals.size() > 1 && (pointer.isEmpty() || isTelling(pointer.get()))) {
                findings.saw(CODE, place, one);
            } else {
                findings.hint(CODE, place, one, "no other refusal was seen with another code");
            }
            if (one.isRefusedWithin()) {
                within(reason, replies, pointer.isPresent(), findings);
            }
            pointer.ifPresent(at -> replies.forEach(reply -> findings.saw(
                    Findings.member(reason, "code"), reply.body().at(at).asText(), reply)));
        });
        retryAfter(findings);
    }

    /** Where the status is that of a success, only the code tells a refusal. */
    private static void within(Reason reason, List<Probed> replies, boolean hasCode, Findings findings) {
        if (hasCode) {
            replies.forEach(reply -> findings.saw(Findings.member(reason, "status"), NullNode.getInstance(), reply));
        } else {
            findings.open(
                    "refusals." + reason.name().toLowerCase(Locale.ROOT),
                    replies.get(0),
                    "only the body refuses, and no code is at the same place in all refusals");
        }
    }

    /** Whether two refusals are of the same kind, as far as is known before all of them are seen. */
    static boolean isAlike(Probed one, Probed other) {
        boolean sameCode = texts("", one.body()).stream()
                .filter(pointer -> name(pointer).equals("code"))
                .allMatch(pointer -> one.body().at(pointer).equals(other.body().at(pointer)));
        return one.answer().status() == other.answer().status() && sameCode;
    }

    /** What every refusal has, and is the same for the same reason; first what distinguishes the reasons. */
    private List<String> codes() {
        List<Probed> all = all();
        return texts("", all.get(0).body()).stream()
                .filter(pointer -> NAMES.contains(name(pointer)))
                .filter(pointer ->
                        all.stream().allMatch(one -> isWord(one.body().at(pointer))))
                .filter(pointer -> refusals.entrySet().stream()
                        .filter(entry -> entry.getKey() != Reason.MALFORMED_KEY)
                        .allMatch(entry -> values(entry.getValue(), pointer) == 1))
                .sorted(Comparator.<String, Boolean>comparing(pointer -> !isTelling(pointer))
                        .thenComparing(pointer -> NAMES.indexOf(name(pointer)))
                        .thenComparing(String::length))
                .toList();
    }

    private boolean isTelling(String pointer) {
        return values(all(), pointer) > 1;
    }

    private List<Probed> all() {
        return refusals.values().stream().flatMap(List::stream).toList();
    }

    private static long values(List<Probed> replies, String pointer) {
        return replies.stream().map(one -> one.body().at(pointer)).distinct().count();
    }

    private static boolean isWord(JsonNode node) {
        return node.isTextual() && node.textValue().matches("\\S+");
    }

    private static String name(String pointer) {
        return pointer.substring(pointer.lastIndexOf('/') + 1);
    }

    private static Set<String> texts(String pointer, JsonNode node) {
        Set<String> pointers = new TreeSet<>();
        if (node.isTextual()) {
            pointers.add(pointer);
        }
        node.properties().forEach(member -> pointers.addAll(texts(pointer + "/" + member.getKey(), member.getValue())));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            pointers.addAll(texts(pointer + "/" + i, node.get(i)));
        }
        return pointers;
    }

    /** What a duplicate gets while the first request runs; where the seconds differ, only that there are some is known. */
    private void retryAfter(Findings findings) {
        List<Probed> replies = refusals.getOrDefault(Reason.IN_PROGRESS, List.of());
        List<Optional<String>> said =
                replies.stream().map(one -> one.answer().header("Retry-After")).toList();
        boolean sameNumber = said.stream().distinct().count() == 1
                && said.get(0).filter(text -> text.matches("\\d{1,6}")).isPresent();
        List<Probed> left = new ArrayList<>(replies);
        said.forEach(text -> {
            JsonNode value = text.<JsonNode>map(
                            seconds -> sameNumber ? IntNode.valueOf(Integer.parseInt(seconds)) : BooleanNode.TRUE)
                    .orElse(NullNode.getInstance());
            findings.saw(Findings.member(Reason.IN_PROGRESS, "retry_after"), value, left.remove(0));
        });
    }
}
