package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Schemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a success has the id of its result.
 *
 * @param pointer a JSON pointer
 * @param isGuess whether only the names speak for it
 */
record ResultId(String pointer, boolean isGuess) {
    /** What a result may be wrapped in, beside a member of its own name. */
    private static final List<String> WRAPPERS = List.of("data", "result", "response", "payload");

    /**
     * The member that is called {@code id}, or as the parameter of the path to one result is; at the top, or one level down.
     * Nothing where the document has none.
     *
     * @param name the operation's
     */
    static Optional<ResultId> of(Described described, String name) {
        Schemas schemas = SampleBodies.schemas(described);
        JsonNode top = schemas.flat(described.result()).path("properties");
        List<String> parameters = parameters(described);
        Optional<ResultId> own = in(top, "", parameters, name);
        if (own.isPresent()) {
            return own;
        }
        return top.properties().stream()
                .filter(member -> isWrapper(Words.snake(member.getKey()), name))
                .flatMap(member -> in(
                        schemas.flat(member.getValue()).path("properties"),
                        JsonPointer.empty().appendProperty(member.getKey()).toString(),
                        parameters,
                        name)
                        .stream())
                .findFirst();
    }

    private static boolean isWrapper(String member, String name) {
        return WRAPPERS.contains(member) || member.equals(name.replace('-', '_'));
    }

    private static Optional<ResultId> in(JsonNode properties, String at, List<String> parameters, String name) {
        String ofName = name.replace('-', '_') + "_id";
        Predicate<String> isTail = member ->
                member.length() > 1 && parameters.stream().anyMatch(parameter -> parameter.endsWith("_" + member));
        List<Map.Entry<Predicate<String>, Boolean>> kinds = List.of(
                Map.entry(member -> member.equals("id"), false),
                Map.entry(parameters::contains, true),
                Map.entry(member -> member.equals(ofName), true),
                Map.entry(isTail, true),
                Map.entry(member -> member.equals("uuid") || member.equals("guid"), true));
        return kinds.stream()
                .flatMap(kind -> members(properties)
                        .filter(member -> kind.getKey().test(Words.snake(member)))
                        .limit(1)
                        .map(member -> new ResultId(at + JsonPointer.empty().appendProperty(member), kind.getValue())))
                .findFirst();
    }

    private static Stream<String> members(JsonNode properties) {
        return properties.properties().stream().map(Map.Entry::getKey);
    }

    /** The names of what stands for one result in the paths of the document. */
    private static List<String> parameters(Described described) {
        Pattern ofOne = Pattern.compile(Pattern.quote(described.path()) + "/\\{([^}/]+)}.*");
        List<String> names = new ArrayList<>();
        described.document().tree().path("paths").properties().forEach(path -> {
            Matcher one = ofOne.matcher(path.getKey());
            if (one.matches()) {
                names.add(Words.snake(one.group(1)));
            }
        });
        return names;
    }
}
