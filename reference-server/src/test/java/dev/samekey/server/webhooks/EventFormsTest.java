package dev.samekey.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Body;
import dev.samekey.server.http.Call;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventFormsTest {
    private static final String ENVELOPE = """
            {"specversion":"1.0","id":"e-1","source":"/shops/1","type":"order.completed","data":{"amount":5}}""";

    private final EventForms forms = new EventForms(new Json());

    @Test
    void a_plain_event_is_of_the_source_where_it_came_in() {
        Event event = read("{\"id\":\"e-1\",\"type\":\"t\",\"data\":{\"amount\":5}}", Map.of());
        assertThat(event.source()).isEqualTo("channel");
        assertThat(event.id()).isEqualTo("e-1");
        assertThat(event.data().amount("amount")).isEqualTo(5);
    }

    @Test
    void a_cloud_event_is_the_same_in_its_structured_and_its_binary_form() {
        Event structured = read(ENVELOPE, Map.of("content-type", "application/cloudevents+json"));
        Event binary = read(
                "{\"amount\":5}",
                Map.of(
                        "ce-specversion", "1.0",
                        "ce-id", "e-1",
                        "ce-source", "/shops/1",
                        "ce-type", "order.completed"));
        assertThat(structured.source()).isEqualTo("/shops/1");
        assertThat(binary.payloadHash()).isEqualTo(structured.payloadHash());
        assertThat(binary.source()).isEqualTo(structured.source());
        assertThat(binary.id()).isEqualTo(structured.id());
        assertThat(binary.data()).isEqualTo(structured.data());
    }

    @Test
    void what_a_header_cannot_carry_is_percent_encoded() {
        Event event = read(
                "{}",
                Map.of(
                        "ce-specversion", "1.0",
                        "ce-id", "caf%C3%A9+1",
                        "ce-source", "100%",
                        "ce-type", "t"));
        assertThat(event.id()).isEqualTo("caf\u00e9+1");
        assertThat(event.source()).isEqualTo("100%");
    }

    @Test
    void an_event_without_an_id_is_refused() {
        assertThat(List.of("{\"type\":\"t\"}", "{\"id\":null,\"type\":\"t\"}", "{\"id\":\" \",\"type\":\"t\"}"))
                .allSatisfy(body -> assertThatThrownBy(() -> read(body, Map.of()))
                        .isInstanceOfSatisfying(
                                FaultException.class,
                                told -> assertThat(told.fault()).isEqualTo(Fault.EVENT_ID_MISSING)));
    }

    private Event read(String body, Map<String, String> headers) {
        Map<String, List<String>> sent = new HashMap<>();
        headers.forEach((name, value) -> sent.put(name, List.of(value)));
        return forms.read(
                "channel",
                new Call("POST", "/", Map.of(), Map.of(), sent, new Body(body.getBytes(StandardCharsets.UTF_8))));
    }
}
