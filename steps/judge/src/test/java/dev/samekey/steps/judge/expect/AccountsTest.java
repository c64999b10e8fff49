package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccountsTest {
    private final Accounts accounts = new Accounts();

    @Test
    void sources_that_say_the_same_do_not_differ() {
        accounts.add("wire", Map.of("created", "1", "effects", "1"));
        accounts.add("log", Map.of("created", "1"));
        accounts.add("rows", Map.of("effects", "1"));

        assertThat(accounts.differences()).isEmpty();
    }

    @Test
    void a_difference_has_the_value_of_each_source() {
        accounts.add("wire", Map.of("replayed", "1"));
        accounts.add("log", Map.of("replayed", "0"));
        accounts.add("rows", Map.of("effects", "1"));

        assertThat(accounts.differences()).containsExactly("replayed: wire 1, log 0");
    }

    @Test
    void sources_are_shown_side_by_side() {
        Map<String, String> wire = new LinkedHashMap<>();
        wire.put("created", "1");
        wire.put("effects", "1");
        accounts.add("wire", wire);
        accounts.add("metrics", Map.of("created", "2"));
        accounts.add("rows", Map.of("effects", "1"));

        assertThat(accounts.table()).isEqualTo("""
                source  | created   | effects
                wire    | 1         | 1
                metrics | 2         |
                rows    |           | 1""");
    }
}
