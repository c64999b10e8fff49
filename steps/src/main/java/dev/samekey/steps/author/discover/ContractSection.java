package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.author.draft.Page;
import dev.samekey.steps.model.contract.Dialects;
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

    private final String name;
    private final List<Finding> findings;
    private final @Nullable Resemblance nearest;
    private final @Nullable Resemblance near;
    private final JsonNode base;
    private final ObjectNode members = JsonNodeFactory.instance.objectNode();
    private final Map<String, String> comments = new TreeMap<>();

    ContractSection(String name, List<Finding> findings, Optional<Resemblance> nearest) {
        this.name = name;
        this.findings = findings;
        this.nearest = nearest.orElse(null);
        this.near = nearest.filter(Resemblance::isNear).orElse(null);
        this.base = nearest.filter(Resemblance::isNear)
                .map(one -> Dialects.members(one.dialect()))
                .orElse(JsonNodeFactory.instance.objectNode());
        (near == null
                        ? findings
                        : Stream.concat(near.differing().stream(), near.more().stream())
                                .toList())
                .stream().filter(Finding::isKnown).forEach(this::put);
    }

    private void put(Finding finding) {
        JsonNode stated = Resemblance.stated(base, finding.member());
        if (finding.member().startsWith(SCOPE + ".")) {
            scope(finding);
        } else if (!finding.value().isNull() || !(stated.isMissingNode() || stated.isNull())) {
            at(finding.member(), replacing(stated, finding.value()));
            comments.put(finding.member(), comment(finding));
        }
    }

    private void at(String member, JsonNode value) {
        int dot = member.lastIndexOf('.');
        ObjectNode parent = dot < 0
                ? members
                : members.withObject("/" + member.substring(0, dot).replace('.', '/'));
        parent.set(member.substring(dot + 1), value);
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
    private void scope(Finding finding) {
        Set<String> parts = new TreeSet<>();
        (members.has(SCOPE) ? members : base).path(SCOPE).forEach(part -> parts.add(part.asText()));
        String part = finding.member().substring(SCOPE.length() + 1);
        if (finding.value().asBoolean()) {
            parts.add(part);
        } else {
            parts.remove(part);
        }
        ArrayNode all = members.putArray(SCOPE);
        parts.forEach(all::add);
        comments.merge(SCOPE, part + " " + comment(finding), (one, other) -> one + "; " + other);
    }

    private static String comment(Finding finding) {
        return finding.certainty() + ": " + String.join("; ", finding.brief());
    }

    @Override
    public String toString() {
        Page page = new Page();
        page.comment(0, "What " + name + " was seen to do; put it in the place of «contract» in the target file.")
                .comment(
                        0, "«sure» was seen twice alike; «likely» once, or in a way that leaves another reading open.");
        if (nearest != null) {
            page.comment(0, nearest.toString());
        }
        if (near != null) {
            page.comment(
                    0,
                    "What was not asked is that dialect's word: read it, and take away by «null» what you do not promise.");
            near.agreeing().forEach(one -> page.comment(2, one.member() + " " + one.described() + ": " + comment(one)));
        } else {
            page.comment(0, "That is not near: what was not seen is left out, and not judged.");
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
