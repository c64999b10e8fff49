package dev.samekey.server.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;

class EventStreamTest {
    @Test
    void it_is_a_server_a_stream_and_a_consumer() {
        assertThat(EventStream.of("nats://127.0.0.1:4222/EVENTS/payments"))
                .isEqualTo(new EventStream(URI.create("nats://127.0.0.1:4222"), "EVENTS", "payments"));
    }

    @Test
    void anything_else_is_refused_with_an_example() {
        assertThatThrownBy(() -> EventStream.of("nats://127.0.0.1:4222/EVENTS"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nats://127.0.0.1:4222/STREAM/CONSUMER");
    }
}
