package dev.samekey.oracles.listing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ItemsTest {
    @Test
    void what_each_caller_sees_alone_counts_together() {
        assertThat(together("[{\"id\": 1}]", "[{\"id\": 2}]")).hasValue(2);
    }

    @Test
    void what_two_callers_are_shown_alike_is_one_thing() {
        assertThat(together("[{\"id\": 1}, {\"id\": 2}]", "[{\"id\": 1}, {\"id\": 2}]"))
                .hasValue(2);
        assertThat(together("[{\"id\": 1}]", "[{\"id\": 1}, {\"id\": 2}]")).hasValue(2);
    }

    @Test
    void an_id_tells_rows_apart_where_callers_are_shown_more_or_less_of_them() {
        assertThat(together("[{\"id\": 1, \"mine\": true}]", "[{\"id\": 1, \"mine\": false}]"))
                .hasValue(1);
    }

    @Test
    void who_is_shown_nothing_adds_nothing() {
        assertThat(together("[{\"id\": 1}]", "[]")).hasValue(1);
        assertThat(together("7", "0")).hasValue(7);
        assertThat(together()).hasValue(0);
    }

    @Test
    void rows_that_are_alike_and_numbers_do_not_say_whether_two_callers_see_the_same() {
        assertThat(together("[{}, {}]", "[{\"id\": 1}]")).isEmpty();
        assertThat(together("1", "1")).isEmpty();
    }

    private static OptionalLong together(String... listings) {
        List<Items> views = new ArrayList<>();
        for (String listing : listings) {
            views.add(shown(listing));
        }
        return Items.together(views, row -> row.path("id"));
    }

    private static Items shown(String listing) {
        try {
            JsonNode shown = new ObjectMapper().readTree(listing);
            return shown.isArray()
                    ? new Items(shown.size(), shown.valueStream().toList())
                    : new Items(shown.asLong(), List.of());
        } catch (JsonProcessingException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }
}
