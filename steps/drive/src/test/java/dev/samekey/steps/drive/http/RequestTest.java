package dev.samekey.steps.drive.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestTest {
    private final Request posted =
            new Request("POST", "/hooks", List.of(new Header("webhook-id", "e-1")), "{\"id\":1}");

    @Test
    void what_is_published_has_the_headers_and_the_body_of_the_request() {
        Request published = posted.published("events.bank");

        assertThat(published.isPublished()).isTrue();
        assertThat(published.subject()).isEqualTo("events.bank");
        assertThat(published.headers()).isEqualTo(posted.headers());
        assertThat(published.body()).isEqualTo(posted.body());
        assertThat(published.published("/events.shop").subject()).isEqualTo("events.shop");
    }

    @Test
    void the_line_that_repeats_a_publication_is_one_of_its_own_tool() {
        assertThat(posted.published("events.bank").curl(URI.create("nats://127.0.0.1:4222")))
                .isEqualTo("nats pub -s \"nats://127.0.0.1:4222\" -H \"webhook-id:e-1\" 'events.bank' '{\"id\":1}'");
    }
}
