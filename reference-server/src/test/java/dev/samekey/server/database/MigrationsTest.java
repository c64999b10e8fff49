package dev.samekey.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.testing.TestDatabase;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.Test;

class MigrationsTest {
    private final Jdbi jdbi = Jdbi.create(TestDatabase.url("migrations"));

    @Test
    void servers_that_start_together_do_not_clash() {
        List<CompletableFuture<Void>> servers = Stream.generate(() -> jdbi)
                .limit(4)
                .map(database -> CompletableFuture.runAsync(() -> Migrations.run(database)))
                .toList();
        servers.forEach(CompletableFuture::join);

        int applied = jdbi.withHandle(handle -> handle.select("select count(*) from migrations.schema_migrations")
                .mapTo(Integer.class)
                .one());
        assertThat(applied).isEqualTo(Migrations.FILES.size());
    }

    @Test
    void the_database_itself_refuses_a_second_record_of_one_key() {
        Migrations.run(jdbi);
        String insert = """
                insert into idempotency_records
                  (scope, key, payload_hash, state, token, operation_id, created_at, claimed_at, expires_at)
                values ('s', 'k', 'h', 'in_progress', gen_random_uuid(), gen_random_uuid(), now(), now(), now())""";
        assertThatThrownBy(() -> jdbi.useTransaction(tx -> {
                    tx.execute(insert);
                    tx.execute(insert);
                }))
                .isInstanceOf(UnableToExecuteStatementException.class);
    }

    @Test
    void the_database_itself_gives_away_no_berth_that_is_not_there() {
        Migrations.run(jdbi);
        String cabin = """
                insert into cabins (id, principal, name, berths, free, reference, operation_id, created_at)
                values (gen_random_uuid(), 'p', 'n', 1, 1, 'r', gen_random_uuid(), now())""";
        assertThatThrownBy(() -> jdbi.useTransaction(tx -> {
                    tx.execute(cabin);
                    tx.execute("update cabins set free = free - 1");
                    tx.execute("update cabins set free = free - 1");
                }))
                .isInstanceOf(UnableToExecuteStatementException.class)
                .hasMessageContaining("cabins_check");
    }
}
