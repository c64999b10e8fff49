package dev.samekey.oracles.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StatementTest {
    private static final Map<String, String> KNOWN = Map.of("unique", "u-1", "key", "k-1");

    @Test
    void names_become_parameters_in_their_order() {
        Statement statement = Statement.of("select count(*) from t where k = :key and u = :unique or u=:key", KNOWN);

        assertThat(statement.sql()).isEqualTo("select count(*) from t where k = ? and u = ? or u=?");
        assertThat(statement.values()).containsExactly("k-1", "u-1", "k-1");
    }

    @Test
    void a_cast_is_no_parameter() {
        Statement statement = Statement.of("select count(*)::int from t where k = :key::text", KNOWN);

        assertThat(statement.sql()).isEqualTo("select count(*)::int from t where k = ?::text");
        assertThat(statement.values()).containsExactly("k-1");
    }

    @Test
    void what_stands_in_quotes_is_no_parameter() {
        String query = "select ':key', 'it''s :key', \"a:key\" from t where at > '12:30'";

        assertThat(Statement.of(query, KNOWN).sql()).isEqualTo(query);
        assertThat(Statement.of(query, KNOWN).values()).isEmpty();
    }

    @Test
    void a_value_is_never_part_of_the_text() {
        Statement statement = Statement.of("select :key", Map.of("key", "'; drop table t; -- $1 \\"));

        assertThat(statement.sql()).isEqualTo("select ?");
        assertThat(statement.values()).containsExactly("'; drop table t; -- $1 \\");
    }

    @Test
    void an_unknown_name_is_reported_with_the_known_ones() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Statement.of("select :refrence", KNOWN))
                .withMessage("the query names :refrence, known are :key, :unique");
    }
}
