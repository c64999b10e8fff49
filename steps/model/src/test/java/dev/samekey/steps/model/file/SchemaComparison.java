package dev.samekey.steps.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A schema for editors beside the record for the harness: they describe one form. */
public final class SchemaComparison {
    private final ObjectMapper json = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();
    private final JsonNode schema;

    public SchemaComparison(JsonNode schema) {
        this.schema = schema;
    }

    /** A schema whose objects say themselves which members must be there. */
    public void members(String where, Class<?> type) {
        members(where, json.constructType(type), schema, null);
    }

    /** @param demands the part of the schema that says which members must be there */
    public void members(String where, Class<?> type, JsonNode demands) {
        members(where, json.constructType(type), schema, demands);
    }

    private void members(String where, JavaType type, JsonNode described, @Nullable JsonNode demands) {
        List<BeanPropertyDefinition> members =
                json.getDeserializationConfig().introspect(type).findProperties().stream()
                        .filter(member -> isRead(type, member))
                        .toList();
        assertThat(described.path("properties").properties().stream()
                        .map(Map.Entry::getKey)
                        .filter(name -> !name.equals("extends")))
                .as("the members of %s", where)
                .containsExactlyInAnyOrderElementsOf(names(members.stream()));
        assertThat(texts((demands == null ? described : demands).path("required")))
                .as("the members that %s must have", where)
                .containsExactlyInAnyOrderElementsOf(
                        names(members.stream().filter(BeanPropertyDefinition::isRequired)));
        members.forEach(member -> {
            JsonNode reference = described.path("properties").path(member.getName());
            assertThat(reference.toString() + resolved(reference))
                    .as("what an editor says of %s.%s", where, member.getName())
                    .contains("\"description\"");
            value(
                    where + "." + member.getName(),
                    member.getPrimaryType(),
                    reference,
                    demands == null ? null : demands.path("properties").path(member.getName()));
        });
    }

    /** What a record gets from elsewhere is no member of the file. */
    private static boolean isRead(JavaType type, BeanPropertyDefinition member) {
        return Stream.of(type.getRawClass().getRecordComponents())
                .noneMatch(component -> component.getName().equals(member.getInternalName())
                        && component.getAccessor().isAnnotationPresent(JsonIgnore.class));
    }

    private void value(String where, JavaType type, JsonNode reference, @Nullable JsonNode demands) {
        JsonNode described = resolved(reference);
        JsonNode none = demands == null ? null : MissingNode.getInstance();
        if (type.isMapLikeType()) {
            words(where, type.getKeyType(), described.at("/propertyNames/enum"));
            value(where + ".*", type.getContentType(), described.path("additionalProperties"), none);
        } else if (type.isCollectionLikeType()) {
            // A single one may stand there without a list around it.
            value(
                    where + ".*",
                    type.getContentType(),
                    described.has("items") ? described.path("items") : described,
                    none);
        } else if (described.has("properties")) {
            members(where, type, described, demands);
        } else {
            words(where, type, described.path("enum"));
            assertThat(type.getRawClass().isRecord() && described.isMissingNode() && !isElsewhere(reference))
                    .as("the schema says nothing of the members of %s", where)
                    .isFalse();
        }
    }

    private void words(String where, JavaType type, JsonNode words) {
        if (type.isEnumType()) {
            assertThat(texts(words))
                    .as("the words of %s", where)
                    .usingElementComparator(String::compareToIgnoreCase)
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.of(type.getRawClass().getEnumConstants())
                                    .map(word -> json.convertValue(word, String.class))
                                    .toList());
        }
    }

    /** What a reference, or «this or null», stands for; what another schema describes is compared there. */
    private JsonNode resolved(JsonNode described) {
        JsonNode first = described.at("/anyOf/0");
        String reference = (first.has("$ref") ? first : described).path("$ref").asText();
        if (reference.isEmpty()) {
            return described;
        }
        return reference.startsWith("#") ? schema.at(reference.substring(1)) : MissingNode.getInstance();
    }

    private static boolean isElsewhere(JsonNode described) {
        return described.path("$ref").asText("#").charAt(0) != '#';
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .toList();
    }

    private static List<String> names(Stream<BeanPropertyDefinition> members) {
        return members.map(BeanPropertyDefinition::getName).toList();
    }
}
