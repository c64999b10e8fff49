package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.contract.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was observed, by member, in the order in which it was asked. */
final class Findings {
    private final Map<String, List<Observation>> seen = new LinkedHashMap<>();
    private final Map<String, String> absent = new LinkedHashMap<>();
    private final Map<Breach, List<Observation>> breaches = new EnumMap<>(Breach.class);
    private final Map<Reason, List<Probed>> refusals = new EnumMap<>(Reason.class);

    void saw(String member, JsonNode value, Probed reply) {
        add(member, new Observation(value, reply.brief(), reply.described(), true));
    }

    void saw(String member, String value, Probed reply) {
        saw(member, TextNode.valueOf(value), reply);
    }

    void saw(String member, boolean value, Probed reply) {
        saw(member, BooleanNode.valueOf(value), reply);
    }

    /** What another reading is left open of: it is likely, however often it is seen. */
    void hint(String member, JsonNode value, Probed reply, String remark) {
        add(
                member,
                new Observation(
                        value, reply.brief() + " (" + remark + ")", reply.described() + " (" + remark + ")", false));
    }

    /** What no dialect has a word for, or what allows several readings: nothing is said of it, and no dialect's word taken. */
    void open(String member, Probed reply, String remark) {
        hint(member, MissingNode.getInstance(), reply, remark);
    }

    /** What contradicts a MUST. */
    void warn(Breach breach, Probed reply) {
        breaches.computeIfAbsent(breach, unused -> new ArrayList<>())
                .add(new Observation(NullNode.getInstance(), reply.brief(), reply.described(), true));
    }

    boolean has(Breach breach) {
        return breaches.containsKey(breach);
    }

    List<Warning> warnings() {
        return breaches.entrySet().stream()
                .map(one -> new Warning(one.getKey(), List.copyOf(one.getValue())))
                .toList();
    }

    private void add(String member, Observation observation) {
        seen.computeIfAbsent(member, unused -> new ArrayList<>()).add(observation);
    }

    /** Says why nothing is seen of a member; whatever is seen of it wins. */
    void absent(String member, String why) {
        absent.put(member, why);
    }

    /** Notes a refusal, and with it its status. */
    void refused(Reason reason, Probed reply) {
        refusals.computeIfAbsent(reason, unused -> new ArrayList<>()).add(reply);
        // A status of success says nothing: see ErrorForm.
        if (!reply.isRefusedWithin()) {
            saw(member(reason, "status"), IntNode.valueOf(reply.answer().status()), reply);
        }
    }

    Map<Reason, List<Probed>> refusals() {
        return Collections.unmodifiableMap(refusals);
    }

    static String member(Reason reason, String part) {
        return "refusals." + reason.name().toLowerCase(Locale.ROOT) + "." + part;
    }

    boolean has(String member) {
        return seen.containsKey(member);
    }

    /** What is known of a member; null where that is nothing. */
    @Nullable
    JsonNode value(String member) {
        Finding finding = has(member) ? Finding.of(member, seen.getOrDefault(member, List.of())) : null;
        return finding == null || !finding.isKnown() || finding.value().isNull() ? null : finding.value();
    }

    boolean is(String member, String value) {
        JsonNode known = value(member);
        return known != null && known.asText().equals(value);
    }

    /** Whether it was seen once at least, whatever was seen besides. */
    boolean everSaw(String member, JsonNode value) {
        return seen.getOrDefault(member, List.of()).stream()
                .anyMatch(one -> one.value().equals(value));
    }

    /** Whether it is known that the API has no such thing. */
    boolean isNone(String member) {
        return has(member)
                && seen.getOrDefault(member, List.of()).stream()
                        .allMatch(one -> one.value().equals(NullNode.getInstance()));
    }

    List<Finding> all() {
        List<Finding> all = new ArrayList<>();
        seen.forEach((member, observations) -> all.add(Finding.of(member, observations)));
        absent.forEach((member, why) -> {
            if (!has(member)) {
                all.add(Finding.absent(member, why));
            }
        });
        return List.copyOf(all);
    }
}
