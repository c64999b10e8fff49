package dev.samekey.steps.model.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.samekey.oracles.evidence.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/** A YAML file as records, in snake case. Each mistake in it is reported with file, line, member and nearest name. */
public final class YamlFile {
    /** OpenAPI documents are the longest. The parser's own limit is 3 MB. */
    private static final int MOST_CHARACTERS = 20 * 1024 * 1024;

    private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\x7F-\\x84\\x86-\\x9F\\uFFFE\\uFFFF]");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:([^}]*)}");

    private static final ObjectMapper MAPPER = YAMLMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
            .addModule(new SimpleModule().addDeserializer(Duration.class, new Durations()))
            .build();
    private final String name;
    private final Lines lines;
    private final List<String> place;
    private final JsonNode tree;
    /** By the place of a member that the file does not say there, what says it. */
    private final Map<List<String>, Source> elsewhere;

    /**
     * What says a member that the file does not say at its place.
     *
     * @param option such as {@code --url}; null where it is another member of the file
     * @param member the names of that other member, from the top
     */
    public record Source(@Nullable String option, List<String> member) {
        public static Source option(String name) {
            return new Source(name, List.of());
        }

        public static Source member(List<String> names) {
            return new Source(null, List.copyOf(names));
        }
    }

    private YamlFile(String name, Lines lines, List<String> place, JsonNode tree, Map<List<String>, Source> elsewhere) {
        this.name = name;
        this.lines = lines;
        this.place = place;
        this.tree = tree;
        this.elsewhere = elsewhere;
    }

    /** @throws BadFile when the file cannot be read, or is not a YAML mapping */
    public static YamlFile read(Path path) {
        try {
            return of(path.toString(), Files.readString(path));
        } catch (NoSuchFileException missing) {
            throw new BadFile(path.toString(), 0, "there is no such file");
        } catch (IOException failure) {
            throw new BadFile(path.toString(), 0, "cannot be read: " + Failures.words(failure));
        }
    }

    /** @throws BadFile when the text is not a YAML mapping */
    public static YamlFile of(String name, String written) {
        String text = isJson(written) ? printable(written) : written;
        try {
            if (text.length() > MOST_CHARACTERS) {
                throw new BadFile(
                        name,
                        0,
                        "has " + text.length() + " characters, and no more than " + MOST_CHARACTERS
                                + " (20 MB) are read");
            }
            LoaderOptions limits = new LoaderOptions();
            limits.setCodePointLimit(MOST_CHARACTERS);
            Lines lines = new Lines(name, text, limits);
            YAMLFactory reader = YAMLFactory.builder()
                    .loaderOptions(limits)
                    .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
                    .build();
            JsonNode tree = new YAMLMapper(reader).readTree(text);
            if (!tree.isObject()) {
                throw new BadFile(name, 1, "should be a mapping of members, such as «name: my API»");
            }
            return new YamlFile(name, lines, List.of(), tree, Map.of());
        } catch (MarkedYAMLException failure) {
            int line = failure.getProblemMark() == null
                    ? 0
                    : failure.getProblemMark().getLine() + 1;
            throw new BadFile(name, line, "is not YAML: " + failure.getProblem());
        } catch (ReaderException failure) {
            int line = (int) text.codePoints()
                            .limit(failure.getPosition())
                            .filter(one -> one == '\n')
                            .count()
                    + 1;
            throw new BadFile(
                    name,
                    line,
                    "is not YAML: it has the control character U+%04X".formatted(failure.getCodePoint())
                            + ", which YAML does not allow");
        } catch (JsonProcessingException failure) {
            throw new BadFile(name, line(failure), "is not YAML: " + failure.getOriginalMessage());
        }
    }

    private static boolean isJson(String text) {
        return text.stripLeading().startsWith("{");
    }

    /** A text of JSON may hold characters that YAML does not: both read the escape in their place. */
    private static String printable(String json) {
        return NOT_PRINTABLE
                .matcher(json)
                .replaceAll(found -> Matcher.quoteReplacement(
                        "\\u%04x".formatted((int) found.group().charAt(0))));
    }

    /**
     * The same file with each {@code ${env:NAME}} replaced.
     *
     * @throws BadFile when a variable is not set
     */
    public YamlFile withEnvironment(Map<String, String> environment) {
        return with(replace(tree, List.of(), environment));
    }

    /** The variables in it that are not set, in their order. */
    public List<String> unset(Map<String, String> environment) {
        return VARIABLE.matcher(tree.toString())
                .results()
                .map(found -> found.group(1))
                .filter(variable -> !environment.containsKey(variable))
                .distinct()
                .toList();
    }

    /** The same file with other members; a mistake in one is reported at the nearest place that the file has. */
    public YamlFile with(JsonNode other) {
        return new YamlFile(name, lines, place, other, elsewhere);
    }

    /**
     * The same file with other members, some of which something else says; a mistake in one of these is reported as one of that.
     *
     * @param sources by the names of a member from the top, what says it
     */
    public YamlFile with(JsonNode other, Map<List<String>, Source> sources) {
        return new YamlFile(name, lines, place, other, Map.copyOf(sources));
    }

    /** A member as a file of its own, whose mistakes are reported at their places in this one. */
    public YamlFile at(String member) {
        return new YamlFile(name, lines, Lines.append(place, member), tree.path(member), elsewhere);
    }

    /** @throws BadFile when a member is unknown, missing, or of another type */
    public <T> T as(Class<T> type) {
        try {
            return MAPPER.treeToValue(tree, type);
        } catch (UnrecognizedPropertyException unknown) {
            throw notKnown(unknown);
        } catch (InvalidFormatException wrong) {
            throw wrongValue(wrong);
        } catch (ValueInstantiationException wrong) {
            Throwable cause = Objects.requireNonNullElse(wrong.getCause(), wrong);
            throw error(path(wrong), String.valueOf(cause.getMessage()));
        } catch (JsonMappingException wrong) {
            String message = wrong.getOriginalMessage().lines().findFirst().orElse("is wrong");
            if (message.startsWith("Missing required")) {
                failOnUnknown(type);
                throw error(path(wrong), "is missing");
            }
            throw error(path(wrong), wrong instanceof MismatchedInputException other ? mismatch(other) : message);
        } catch (JsonProcessingException failure) {
            throw new BadFile(name, line(failure), failure.getOriginalMessage());
        }
    }

    /** In the words of the file: those of the parser name its classes. */
    private String mismatch(MismatchedInputException wrong) {
        JsonNode found = tree;
        for (JsonMappingException.Reference step : wrong.getPath()) {
            found = step.getFieldName() == null ? found.path(step.getIndex()) : found.path(step.getFieldName());
        }
        Class<?> wanted = wrong.getTargetType();
        String kind = wanted == null || wanted.isRecord() || Map.class.isAssignableFrom(wanted)
                ? "a mapping of members"
                : Collection.class.isAssignableFrom(wanted)
                        ? "a list"
                        : Number.class.isAssignableFrom(wanted) || wanted.isPrimitive()
                                ? "a number"
                                : "one word or text";
        String is = found.isObject() ? "a mapping of members" : found.isArray() ? "a list" : "«" + found.asText() + "»";
        return "should be " + kind + ", and is " + is;
    }

    /** What is missing may only be misspelt, and then that is the better thing to tell. */
    private void failOnUnknown(Class<?> type) {
        ObjectMapper lenient = MAPPER.copy().setAnnotationIntrospector(new NothingRequired());
        try {
            var unused = lenient.treeToValue(tree, type);
        } catch (UnrecognizedPropertyException unknown) {
            throw notKnown(unknown);
        } catch (JsonProcessingException other) {
            // It is missing, then.
        }
    }

    private static final class NothingRequired extends JacksonAnnotationIntrospector {
        @Override
        public Boolean hasRequiredMarker(AnnotatedMember member) {
            return false;
        }
    }

    private BadFile notKnown(UnrecognizedPropertyException unknown) {
        return error(path(unknown), unknown.getPropertyName(), "is not known", unknown.getKnownPropertyIds());
    }

    /** The tree as it is now. */
    public JsonNode tree() {
        return tree;
    }

    /** What is wrong at a member, given by its names from the top. */
    public BadFile error(List<String> path, String message) {
        List<String> whole = Lines.join(place, path);
        for (int length = whole.size(); length > 0; length--) {
            Source source = elsewhere.get(whole.subList(0, length));
            if (source != null && source.option() != null) {
                String rest = String.join(".", whole.subList(length, whole.size()));
                return new BadFile(source.option(), 0, (rest.isEmpty() ? "" : rest + ": ") + message);
            }
        }
        List<String> written = written(path);
        return new BadFile(
                name, lines.of(written), (written.isEmpty() ? "" : String.join(".", written) + ": ") + message);
    }

    /** Where a member stands, such as {@code acme.yaml:12}. */
    public String place(List<String> path) {
        return name + ":" + lines.of(written(path));
    }

    /** The names of a member from the top, at the place where the file says it. */
    private List<String> written(List<String> path) {
        List<String> whole = Lines.join(place, path);
        for (int length = whole.size(); length > 0; length--) {
            Source source = elsewhere.get(whole.subList(0, length));
            if (source != null && source.option() == null) {
                return Lines.join(source.member(), whole.subList(length, whole.size()));
            }
        }
        return whole;
    }

    private BadFile error(List<String> path, String wrong, String what, Collection<?> known) {
        return error(path, what + Nearest.hint(wrong, known));
    }

    private BadFile wrongValue(InvalidFormatException wrong) {
        String value = String.valueOf(wrong.getValue());
        if (wrong.getTargetType().isEnum()) {
            List<String> known = new ArrayList<>();
            for (Object constant : wrong.getTargetType().getEnumConstants()) {
                known.add(MAPPER.convertValue(constant, String.class).toLowerCase(Locale.ROOT));
            }
            List<String> path = path(wrong);
            List<String> key = Lines.append(path, value);
            return error(lines.has(written(key)) ? key : path, value, "«" + value + "» is not known", known);
        }
        if (wrong.getTargetType() == Duration.class) {
            return error(path(wrong), "«" + value + "» is no duration such as 100ms, 30s, 10m, 24h or 7d");
        }
        Class<?> wanted = wrong.getTargetType();
        String kind = Number.class.isAssignableFrom(wanted) || wanted.isPrimitive() ? "number" : wanted.getSimpleName();
        return error(path(wrong), "«" + value + "» is no " + kind);
    }

    private JsonNode replace(JsonNode node, List<String> path, Map<String, String> environment) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = MAPPER.createObjectNode();
            object.properties()
                    .forEach(member -> copy.set(
                            member.getKey(),
                            replace(member.getValue(), Lines.append(path, member.getKey()), environment)));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = MAPPER.createArrayNode();
            for (int i = 0; i < array.size(); i++) {
                copy.add(replace(array.get(i), Lines.append(path, String.valueOf(i)), environment));
            }
            return copy;
        }
        return node.isTextual() ? TextNode.valueOf(replace(node.textValue(), path, environment)) : node;
    }

    private String replace(String text, List<String> path, Map<String, String> environment) {
        return VARIABLE.matcher(text).replaceAll(found -> {
            String variable = found.group(1);
            String value = environment.get(variable);
            if (value == null) {
                throw error(path, "the environment variable " + variable + " is not set");
            }
            return Matcher.quoteReplacement(value);
        });
    }

    /** The one of a list that stands there without a list has no number. */
    private List<String> path(JsonMappingException failure) {
        List<String> path = new ArrayList<>();
        JsonNode node = tree;
        for (JsonMappingException.Reference step : failure.getPath()) {
            if (step.getFieldName() != null) {
                path.add(step.getFieldName());
                node = node.path(step.getFieldName());
            } else if (node.isArray()) {
                path.add(String.valueOf(step.getIndex()));
                node = node.path(step.getIndex());
            }
        }
        return path;
    }

    private static int line(JsonProcessingException failure) {
        return failure.getLocation() == null ? 0 : failure.getLocation().getLineNr();
    }
}
