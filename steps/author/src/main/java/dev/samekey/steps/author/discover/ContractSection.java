package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.author.draft.Page;
import dev.samekey.steps.model.contract.Dialects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The member {@code contract} of a target file, with a comment on each guess that says how sure it is and what it is from. */
final class ContractSection {
    private static final String SCOPE = "scope";
    private static final String MODE = "replay.mode";

    private final String name;
    private final List<Finding> findings;
    private final List<Warning> warnings;
    private final boolean lenient;
    private final @Nullable Resemblance nearest;
    private final @Nullable Resemblance near;
    private final JsonNode base;
    private final ObjectNode members = JsonNodeFactory.instance.objectNode();
    private final Map<String, String> comments = new TreeMap<>();

    /** What a MUST demands stands in place of what contradicts it. */
    static ContractSection strict(
            String name, List<Finding> findings, List<Warning> warnings, Optional<Resemblance> nearest) {
        return new ContractSection(name, findings, warnings, nearest, false);
    }

    /** The same without a word of a dialect that differs: nobody reads it before it counts. */
    static ContractSection observed(
            String name, List<Finding> findings, List<Warning> warnings, Optional<Resemblance> nearest) {
        return strict(
                name, findings, warnings, nearest.filter(one -> one.differing().isEmpty()));
    }

    /** What contradicts a MUST is written as it was seen. */
    static ContractSection lenient(
            String name, List<Finding> findings, List<Warning> warnings, Optional<Resemblance> nearest) {
        return new ContractSection(name, findings, warnings, nearest, true);
    }

    private ContractSection(
            String name,
            List<Finding> findings,
            List<Warning> warnings,
            Optional<Resemblance> nearest,
            boolean lenient) {
        this.name = name;
        this.findings = findings;
        this.warnings = warnings;
        this.lenient = lenient;
        this.nearest = nearest.orElse(null);
        this.near = nearest.filter(Resemblance::isNear).orElse(null);
        this.base = nearest.filter(Resemblance::isNear)
                .map(one -> Dialects.members(one.dialect()))
                .orElse(JsonNodeFactory.instance.objectNode());
        (near == null
                        ? findings
                        : Stream.concat(near.differing().stream(), near.more().stream())
                                .toList())
                .stream()
                        .filter(Finding::isKnown)
                        .filter(one -> !isNoReplay(one))
                        .forEach(one -> put(one.member(), one.value(), comment(one)));
        disinherit();
        warnings.forEach(this::put);
    }

    /** That nothing replays contradicts a MUST, and no mode says it. */
    private static boolean isNoReplay(Finding finding) {
        return finding.member().equals(MODE) && finding.value().isNull();
    }

    private void put(String member, JsonNode value, String comment) {
        JsonNode stated = Resemblance.stated(base, member);
        if (member.startsWith(SCOPE + ".")) {
            scope(member.substring(SCOPE.length() + 1), value.asBoolean(), comment);
        } else if (!value.isNull() || isStated(stated)) {
            at(member, replacing(stated, value));
            comments.put(member, comment);
        }
    }

    private void put(Warning warning) {
        Breach breach = warning.breach();
        if (lenient) {
            breach.excuse()
                    .properties()
                    .forEach(one -> put(one.getKey(), one.getValue(), "accepted, and contradicts " + breach.clause()));
            return;
        }
        breach.demand().properties().forEach(one -> {
            String member = one.getKey();
            JsonNode stated = Resemblance.stated(base, member);
            boolean isDemanded = member.startsWith(SCOPE + ".")
                    ? has(stated, member.substring(SCOPE.length() + 1))
                    : isStated(stated);
            boolean isLeftOut = members.at("/" + member.replace('.', '/')).isNull();
            if (!isDemanded || isLeftOut) {
                put(member, one.getValue(), breach.clause() + " demands it");
            }
        });
    }

    /** What was seen to be otherwise is no word of the nearest dialect's, nor is what goes with that. */
    private void disinherit() {
        findings.stream()
                .filter(one -> one.certainty() == Certainty.OPEN)
                .forEach(one -> leaveOut(one.member(), "open"));
        if (findings.stream().anyMatch(one -> one.member().equals(MODE) && one.certainty() == Certainty.OPEN)) {
            leaveOut("replay", "replay.mode is open");
        }
        if (lenient && findings.stream().anyMatch(ContractSection::isNoReplay)) {
            leaveOut("replay", "accepted, and contradicts " + Breach.TAKES_EFFECT_AGAIN.clause());
        }
        if (differs("replay.")) {
            leaveOut("replay.headers", "another replay than that dialect's, and not asked");
        }
        boolean otherCodes = near != null
                && near.differing().stream()
                        .map(Finding::member)
                        .anyMatch(member -> member.equals("errors.code") || member.matches("refusals\\..*\\.code"));
        if (otherCodes) {
            List<String> unseen = new ArrayList<>(List.of("taxonomy", "retry.decisions"));
            base.path("refusals").fieldNames().forEachRemaining(reason -> {
                if (findings.stream().noneMatch(one -> one.member().equals("refusals." + reason + ".status"))) {
                    unseen.add("refusals." + reason + ".code");
                }
            });
            unseen.forEach(member -> leaveOut(member, "other codes than that dialect's, and not asked"));
        }
    }

    private boolean differs(String prefix) {
        return near != null
                && near.differing().stream().anyMatch(one -> one.member().startsWith(prefix));
    }

    private void leaveOut(String member, String why) {
        boolean isMine = !members.at("/" + member.replace('.', '/')).isMissingNode();
        if (!isStated(Resemblance.stated(base, member)) && !isMine) {
            return;
        }
        if (member.startsWith(SCOPE + ".")) {
            scope(member.substring(SCOPE.length() + 1), false, why);
        } else {
            comments.keySet().removeIf(other -> other.startsWith(member + "."));
            at(member, NullNode.getInstance());
            comments.put(member, why);
        }
    }

    private static boolean isStated(JsonNode stated) {
        return !stated.isMissingNode() && !stated.isNull();
    }

    private void at(String member, JsonNode value) {
        int dot = member.lastIndexOf('.');
        String parent = dot < 0 ? "" : "/" + member.substring(0, dot).replace('.', '/');
        if (members.at(parent).isNull()) {
            // All that it would be part of is left out.
            return;
        }
        (dot < 0 ? members : members.withObject(parent)).set(member.substring(dot + 1), value);
    }

    /** What is merged leaves the members that it does not name; those that are not wanted are taken away by null. */
    private static JsonNode replacing(JsonNode stated, JsonNode value) {
        if (!(value instanceof ObjectNode object) || !stated.isObject()) {
            return value;
        }
        ObjectNode whole = object.deepCopy();
        stated.fieldNames().forEachRemaining(old -> {
            if (!whole.has(old)) {
                whole.putNull(old);
            }
        });
        return whole;
    }

    /** The dialect's scope, but for what was asked. */
    private void scope(String part, boolean belongs, String comment) {
        Set<String> parts = new TreeSet<>();
        (members.has(SCOPE) ? members : base).path(SCOPE).forEach(one -> parts.add(one.asText()));
        if (belongs) {
            parts.add(part);
        } else {
            parts.remove(part);
        }
        ArrayNode all = members.putArray(SCOPE);
        parts.forEach(all::add);
        comments.merge(SCOPE, part + " " + comment, (one, other) -> one + "; " + other);
    }

    private static boolean has(JsonNode parts, String part) {
        for (JsonNode one : parts) {
            if (one.asText().equals(part)) {
                return true;
            }
        }
        return false;
    }

    private static String comment(Finding finding) {
        return finding.certainty() + ": " + String.join("; ", finding.brief());
    }

    @Override
    public String toString() {
        Page page = new Page();
        page.comment(0, "What " + name + " was seen to do, as «contract» of a target file.")
                .comment(
                        0, "«sure» was seen twice alike; «likely» once, or in a way that leaves another reading open.");
        if (nearest != null) {
            page.comment(0, nearest.toString());
        }
        warnings(page);
        if (near != null) {
            page.comment(
                    0,
                    "What was not asked is that dialect's word: read it, and take away by «null» what you do not promise.");
            near.agreeing().forEach(one -> page.comment(2, one.member() + " " + one.described() + ": " + comment(one)));
        } else {
            page.comment(0, "No shipped dialect is near: what was not seen is left out, and not judged.");
        }
        if (near != null && members.isEmpty()) {
            page.member(0, "contract", near.dialect(), "");
        } else {
            page.open(0, "contract", "")
                    .member(2, near == null ? "name" : "extends", near == null ? name : near.dialect(), "");
            write(page, 2, "", members);
        }
        findings.stream()
                .filter(one -> !one.isKnown())
                .forEach(one -> page.comment(
                        0,
                        one.member() + " is " + one.certainty()
                                + (one.described().isEmpty() ? "" : ", " + one.described()) + ": "
                                + String.join("; ", one.brief())));
        return page.comment(0, Discovered.NOT_ASKED).toString();
    }

    private void warnings(Page page) {
        if (warnings.isEmpty()) {
            return;
        }
        page.comment(
                0,
                lenient
                        ? "WARNING: this was seen and contradicts a MUST. It was accepted, as far as a contract can say it:"
                        : "WARNING: this was seen and contradicts a MUST. The contract says what the clause demands:");
        warnings.forEach(one -> page.comment(2, one.described() + " (" + String.join("; ", one.brief()) + ")"));
    }

    private void write(Page page, int indent, String path, ObjectNode node) {
        node.properties().forEach(member -> {
            String place = path + member.getKey();
            boolean leaf = comments.containsKey(place) || !(member.getValue() instanceof ObjectNode);
            if (leaf) {
                page.member(indent, member.getKey(), member.getValue(), comments.getOrDefault(place, ""));
            } else {
                page.open(indent, member.getKey(), "");
                write(page, indent + 2, place + ".", (ObjectNode) member.getValue());
            }
        });
    }
}
