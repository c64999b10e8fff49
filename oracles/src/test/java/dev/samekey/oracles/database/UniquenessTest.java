package dev.samekey.oracles.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.oracles.database.Uniqueness.Constraint;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class UniquenessTest {
    private static final Uniqueness YES = new Uniqueness(true, null);
    private static final Uniqueness NO = new Uniqueness(false, null);

    @Test
    void a_constraint_over_scope_and_key_or_less_refuses_a_second_record() {
        assertThat(of(Set.of("tenant"), constraint("tenant", "key"))).isEqualTo(YES);
        assertThat(of(Set.of("tenant", "route"), constraint("tenant", "route", "key")))
                .isEqualTo(YES);
        assertThat(of(Set.of("tenant"), constraint("id"), constraint("key"))).isEqualTo(YES);
        assertThat(of(Set.of(), constraint("key"))).isEqualTo(YES);
    }

    @Test
    void one_over_something_else_too_does_not() {
        assertThat(of(Set.of("tenant"))).isEqualTo(NO);
        assertThat(of(Set.of("tenant"), constraint("id"))).isEqualTo(NO);
        assertThat(of(Set.of("tenant"), constraint("tenant", "key", "hash"))).isEqualTo(NO);
        assertThat(of(Set.of(), constraint("key", "hash"))).isEqualTo(NO);
    }

    @Test
    void a_column_that_the_target_file_does_not_name_may_be_of_the_scope() {
        assertThat(of(Set.of(), constraint("id"), constraint("tenant", "route", "key")))
                .isEqualTo(new Uniqueness(
                        false,
                        "records.scope: a unique constraint is over key, route, tenant, and the target file does not"
                                + " name route, tenant; name in «scope» all columns that a key is scoped by"));
        assertThat(of(Set.of("tenant"), constraint("tenant", "route", "key")).unclear())
                .contains("does not name route;");
    }

    @Test
    void a_scope_that_may_be_null_leaves_it_open() {
        Constraint open = new Constraint("once", new TreeSet<>(Set.of("tenant", "key")), Set.of("tenant", "key"), null);

        assertThat(of(Set.of("tenant"), open))
                .isEqualTo(new Uniqueness(
                        false,
                        "records.scope: tenant of the unique constraint over key, tenant may be null, and two nulls do"
                                + " not count as equal, so it may let a second record in; declare the column not null,"
                                + " or the constraint nulls not distinct"));
        assertThat(of(Set.of("tenant"), open, constraint("key"))).isEqualTo(YES);
    }

    @Test
    void a_key_may_be_null_where_requests_may_have_none() {
        assertThat(of(Set.of("tenant"), new Constraint("once", Set.of("tenant", "key"), Set.of("key"), null)))
                .isEqualTo(YES);
    }

    @Test
    void a_condition_leaves_it_open() {
        Constraint partial = new Constraint("once", Set.of("key"), Set.of(), "(phase <> 'gone')");

        assertThat(of(Set.of(), partial).unclear())
                .startsWith("records: the unique constraint over key has a condition, (phase <> 'gone'), and");
        assertThat(of(Set.of(), partial, constraint("key"))).isEqualTo(YES);
    }

    private static Uniqueness of(Set<String> scope, Constraint... constraints) {
        return Uniqueness.of(List.of(constraints), scope, "key", Set.of("hash", "phase"));
    }

    private static Constraint constraint(String... columns) {
        return new Constraint("once", new TreeSet<>(Set.of(columns)), Set.of(), null);
    }
}
