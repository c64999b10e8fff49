package dev.samekey.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Testcontainers;

@Testcontainers(disabledWithoutDocker = true)
class ContainerDatabaseTest {
    @Test
    void the_schema_fits_the_oldest_database_that_is_supported() {
        try (DatabaseServer database = DatabaseServers.start("testcontainers")) {
            Jdbi jdbi = Jdbi.create(database.url());
            Migrations.run(jdbi);
            Migrations.run(jdbi);
            int applied = jdbi.withHandle(handle -> handle.select("select count(*) from schema_migrations")
                    .mapTo(Integer.class)
                    .one());
            assertThat(applied).isEqualTo(3);
        }
    }
}
