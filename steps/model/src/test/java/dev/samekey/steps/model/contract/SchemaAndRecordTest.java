package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.steps.model.file.SchemaComparison;
import org.junit.jupiter.api.Test;

/** The schema for editors and the record for the harness describe one form. */
class SchemaAndRecordTest {
    private final ObjectMapper json = new ObjectMapper();

    @Test
    void schema_and_record_have_the_same_members_and_words() throws JsonProcessingException {
        JsonNode schema = json.readTree(Resources.schema());
        new SchemaComparison(schema).members("dialect", Contract.class, schema.path("else"));
    }

    @Test
    void the_schema_knows_the_shipped_dialects() throws JsonProcessingException {
        JsonNode extended = json.readTree(Resources.schema()).at("/properties/extends/enum");
        assertThat(extended.valueStream().map(JsonNode::asText)).containsExactlyInAnyOrderElementsOf(Dialects.SHIPPED);
    }
}
