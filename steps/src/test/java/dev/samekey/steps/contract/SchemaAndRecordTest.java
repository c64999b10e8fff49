package dev.samekey.steps.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The schema for editors and the record for the harness describe one form. */
class SchemaAndRecordTest {
    private final ObjectMapper json = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    @Test
    void schema_and_record_have_the_same_members_and_words() throws JsonProcessingException {
        JsonNode schema = json.readTree(Resources.schema());
        new Comparison(schema).members("dialect", json.constructType(Contract.class), schema, schema.path("else"));
    }

    @Test
    void the_schema_knows_the_shipped_dialects() throws JsonProcessingException {
        JsonNode extended = json.readTree(Resources.schema()).at("/properties/extends/enum");
        assertThat(texts(extended)).containsExactlyInAnyOrderElementsOf(Dialects.SHIPPED);
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .toList();
    }

    private final class Comparison {
        private final JsonNode schema;

        Comparison(JsonNode schema) {
            this.schema = schema;
        }

        /** @param demands the part of the schema that says which members must be there */
        void members(String where, JavaType type, JsonNode described, JsonNode demands) {
            List<BeanPropertyDefinition> members =
                    json.getDeserializationConfig().introspect(type).findProperties();
            assertThat(described.path("properties").properties().stream()
                            .map(Map.Entry::getKey)
                            .filter(name -> !name.equals("extends")))
                    .as("the members of %s", where)
                    .containsExactlyInAnyOrderElementsOf(names(members.stream()));
            assertThat(texts(demands.path("required")))
                    .as("the members that %s must have", where)
                    .containsExactlyInAnyOrderElementsOf(
                            names(members.stream().filter(BeanPropertyDefinition::isRequired)));
            members.forEach(member -> value(
                    where + "." + member.getName(),
                    member.getPrimaryType(),
                    described.path("properties").path(member.getName()),
                    demands.path("properties").path(member.getName())));
        }

        private void value(String where, JavaType type, JsonNode reference, JsonNode demands) {
            JsonNode described = resolved(reference);
            if (type.isMapLikeType()) {
                words(where, type.getKeyType(), described.at("/propertyNames/enum"));
                value(where + ".*", type.getContentType(), described.path("additionalProperties"), demands.path("no"));
            } else if (type.isCollectionLikeType()) {
                value(where + ".*", type.getContentType(), described.path("items"), demands.path("no"));
            } else if (described.has("properties")) {
                members(where, type, described, demands);
            } else {
                words(where, type, described.path("enum"));
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

        /** What a reference, or «this or null», stands for. */
        private JsonNode resolved(JsonNode described) {
            JsonNode first = described.at("/anyOf/0");
            String reference =
                    (first.has("$ref") ? first : described).path("$ref").asText();
            return reference.isEmpty() ? described : schema.at(reference.substring(1));
        }

        private List<String> names(Stream<BeanPropertyDefinition> members) {
            return members.map(BeanPropertyDefinition::getName).toList();
        }
    }
}
