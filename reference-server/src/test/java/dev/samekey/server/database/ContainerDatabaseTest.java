package dev.samekey.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.testcontainers.junit.jupiter.Testcontainers;

// By request only: where Docker runs but reaches no image, looking for it takes minutes.
@EnabledIfEnvironmentVariable(
        named = "DOCKER_HOST",
        matches = ".+",
        disabledReason = "DOCKER_HOST does not say where Docker runs")
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
            assertThat(applied).isEqualTo(Migrations.FILES.size());
        }
    }
}
