package dev.samekey.server.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** The databases that the server can run on. */
public final class DatabaseServers {
    private DatabaseServers() {}

    /** {@code embedded}, {@code testcontainers}, or the JDBC URL of a PostgreSQL that runs already. */
    public static DatabaseServer start(String choice) {
        return switch (choice) {
            case "embedded" -> embedded(0);
            case "testcontainers" -> container("postgres:15");
            default -> at(choice);
        };
    }

    private static DatabaseServer at(String url) {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new IllegalArgumentException(
                    "a database is 'embedded', 'testcontainers' or a URL jdbc:postgresql:..., and not '" + url + "'");
        }
        return DatabaseServer.of(url, () -> {});
    }

    /** PostgreSQL from this jar, with its data in a temporary directory; port 0 is any free port. */
    public static DatabaseServer embedded(int port) {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "300")
                // Its data does not outlive it, so there is no crash to be safe against: do not wait for the disk.
                .setServerConfig("fsync", "off")
                .setServerConfig("synchronous_commit", "off");
        try {
            EmbeddedPostgres postgres = (port == 0 ? builder : builder.setPort(port)).start();
            return DatabaseServer.of(url(postgres.getPort()), () -> stop(postgres));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The oldest PostgreSQL that the SQL of this server is held to, in a container. */
    @SuppressWarnings("resource") // The container is closed by the one who gets it.
    static DatabaseServer container(String image) {
        PostgreSQLContainer container = new PostgreSQLContainer(image);
        container.start();
        String url = container.getJdbcUrl() + (container.getJdbcUrl().contains("?") ? "&" : "?");
        return DatabaseServer.of(
                url + "user=" + container.getUsername() + "&password=" + container.getPassword(), container::stop);
    }

    private static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    private static void stop(EmbeddedPostgres postgres) {
        try {
            postgres.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
