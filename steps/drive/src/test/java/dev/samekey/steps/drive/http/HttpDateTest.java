package dev.samekey.steps.drive.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {
    /** The examples of RFC 9110, section 5.6.7. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
            })
    void each_form_of_a_date_is_read(String date) {
        assertThat(HttpDate.read(date)).contains(Instant.parse("1994-11-06T08:49:37Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-5", "1994-11-06T08:49:37Z", "Sun Nov 6 08:49:37"})
    void what_is_in_no_form_of_a_date_is_none(String text) {
        assertThat(HttpDate.read(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:40 GMT",
                "Sunday, 06-Nov-94 08:49:40 GMT",
                "Sun Nov  6 08:49:40 1994",
            })
    void a_response_that_asks_to_wait_until_a_date_is_understood_in_each_form(String until) {
        Answer answer = Answer.of(
                429,
                List.of(new Header("Retry-After", until), new Header("Date", "Sun Nov  6 08:49:37 1994")),
                "".getBytes(StandardCharsets.UTF_8));

        assertThat(answer.retryAfter()).contains(Duration.ofSeconds(3));
    }

    @Test
    void a_date_that_is_in_no_form_asks_for_nothing() {
        Answer answer = Answer.of(429, List.of(new Header("Retry-After", "soon")), "".getBytes(StandardCharsets.UTF_8));

        assertThat(answer.retryAfter()).isEmpty();
    }
}
