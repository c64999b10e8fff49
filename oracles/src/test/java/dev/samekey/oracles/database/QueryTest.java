package dev.samekey.oracles.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "select count(*) from payments where reference = :unique",
                "SELECT 1;",
                "  -- how many\n select count(*) from t",
                "with t as (select 1) select count(*) from t",
                "(select 1) union (select 2)",
                "values (1)",
                "select ';', 'delete from t', updated_at, \"drop\" from t where created > now()",
                "select count(*) from deleted_from where kind = 'insert into x'"
            })
    void what_reads_is_a_query(String text) {
        assertThat(Query.fault(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delete from payments",
                "select 1; delete from payments",
                "commit; begin",
                "set transaction read write",
                "call pay()",
                "with gone as (delete from payments returning 1) select count(*) from gone",
                "with made as (insert into payments values (1) returning 1) select count(*) from made",
                "with u as (update payments set amount = 1 returning 1) select count(*) from u",
                "select * into copy from payments",
                ""
            })
    void what_writes_is_none(String text) {
        assertThat(Query.fault(text)).isPresent();
    }
}
