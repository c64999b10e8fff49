package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.contract.Dialects;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How far findings agree with a shipped dialect.
 *
 * @param agreeing what the dialect says too
 * @param differing what it says otherwise
 * @param more what it says nothing of
 */
public record Resemblance(String dialect, List<Finding> agreeing, List<Finding> differing, List<Finding> more) {
    private static final String SCOPE = "scope.";

    /** The one that agrees most and differs least; of several the first. Nothing where each differs more than it agrees. */
    static Optional<Resemblance> nearest(List<Finding> findings) {
        return Dialects.SHIPPED.stream()
                .map(name -> of(name, findings))
                .filter(one -> one.score() > 0)
                // The order of the list puts the reference server's own before others.
                .reduce((best, other) ->
                        Comparator.comparingInt(Resemblance::score).compare(other, best) > 0 ? other : best);
    }

    static Resemblance of(String dialect, List<Finding> findings) {
        JsonNode members = Dialects.members(dialect);
        List<Finding> known = findings.stream().filter(Finding::isKnown).toList();
        var by = known.stream().collect(Collectors.groupingBy(finding -> agreement(members, finding)));
        return new Resemblance(
                dialect,
                by.getOrDefault(Agreement.SAME, List.of()),
                by.getOrDefault(Agreement.OTHER, List.of()),
                by.getOrDefault(Agreement.SILENT, List.of()));
    }

    private enum Agreement {
        SAME,
        OTHER,
        SILENT
    }

    /** How many findings there are. */
    int size() {
        return agreeing.size() + differing.size() + more.size();
    }

    /** Whether it says most of what was found: only then its word is taken for what was not asked. */
    public boolean isNear() {
        return 2 * agreeing.size() > size();
    }

    @Override
    public String toString() {
        return "The nearest shipped dialect is " + dialect + ": of " + size() + " findings " + agreeing.size()
                + " agree with it, " + differing.size() + " differ, and of " + more.size() + " it says nothing.";
    }

    private int score() {
        return agreeing.size() - differing.size();
    }

    private static Agreement agreement(JsonNode members, Finding finding) {
        JsonNode stated = stated(members, finding.member());
        if (stated.isMissingNode() || stated.isNull()) {
            return Agreement.SILENT;
        }
        return isSaid(members, stated, finding) ? Agreement.SAME : Agreement.OTHER;
    }

    /** What a dialect says of a member; of a part of a scope, the scope. */
    static JsonNode stated(JsonNode members, String member) {
        return members.at("/" + (member.startsWith(SCOPE) ? "scope" : member.replace('.', '/')));
    }

    private static boolean isSaid(JsonNode members, JsonNode stated, Finding finding) {
        JsonNode value = finding.value();
        if (finding.member().startsWith(SCOPE)) {
            boolean belongs = texts(stated).contains(finding.member().substring(SCOPE.length()));
            return belongs == value.asBoolean();
        }
        return switch (finding.member()) {
            case "key.name", "tenant_header" -> stated.asText().equalsIgnoreCase(value.asText());
            case "key.characters" -> !value.isNull() && legal(stated).equals(legal(value));
            // What may vary need not, and the mark of a replay does.
            case "replay.varies" -> {
                Set<String> mayVary = texts(stated);
                mayVary.add(members.at("/replay/marker/member").asText());
                yield mayVary.containsAll(texts(value));
            }
            case "refusals.in_progress.retry_after" ->
                !value.isNull() && (stated.isBoolean() || stated.asText().equals(value.asText()));
            default -> isAlike(stated, value);
        };
    }

    private static boolean isAlike(JsonNode stated, JsonNode value) {
        if (stated.isArray()) {
            return texts(stated).contains(value.asText());
        }
        if (stated.isObject() && value.isObject()) {
            return stated.size() == value.size()
                    && value.properties().stream()
                            .allMatch(member -> stated.path(member.getKey())
                                    .asText()
                                    .equalsIgnoreCase(member.getValue().asText()));
        }
        return !value.isNull() && stated.asText().equals(value.asText());
    }

    private static Set<String> texts(JsonNode values) {
        Set<String> texts = new TreeSet<>();
        values.forEach(value -> texts.add(value.asText()));
        return texts;
    }

    /** Two expressions are alike when they match the same characters, as far as those were tried. */
    private static String legal(JsonNode characters) {
        Pattern pattern = Pattern.compile(characters.asText());
        return IntStream.rangeClosed(' ', '\u00ff')
                .mapToObj(Character::toString)
                .filter(one -> pattern.matcher(one).matches())
                .collect(Collectors.joining());
    }
}
