package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.process.CannotRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndsTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void an_option_without_a_value_is_named_with_an_example(String blank) {
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> Ends.url("--front", blank, "http://127.0.0.1:8080"))
                .withMessage("say --front, a URL such as http://127.0.0.1:8080");
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> Ends.listen("--back", blank))
                .withMessage("say --back, a port such as 9000, or 0.0.0.0:9000");
    }

    @Test
    void a_port_alone_is_one_of_this_machine() {
        assertThat(Ends.listen("--back", "9000").getAddress().isLoopbackAddress())
                .isTrue();
        assertThat(Ends.listen("--back", "0.0.0.0:9000").getAddress().isAnyLocalAddress())
                .isTrue();
    }
}
