package dev.samekey.oracles.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.Stub;
import dev.samekey.oracles.evidence.OracleSilent;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FetchTest {
    private final Fetch fetch = new Fetch(Duration.ofSeconds(30), 5);

    @Test
    void an_answer_is_read_as_far_as_it_may_go() {
        try (Stub stub = new Stub()) {
            assertThat(fetch.get(stub.answering("/five", 200, "12345"), Map.of()))
                    .isEqualTo("12345");
            URI six = stub.answering("/six", 200, "123456");
            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(() -> fetch.get(six, Map.of()))
                    .withMessageContaining("longer than 5 bytes")
                    .withMessageContaining("ask for less, such as by a filter or a page in the path");
        }
    }
}
