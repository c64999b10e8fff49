package dev.samekey.server.database;

/** A running database, by its JDBC URL; closing it stops what was started for it. */
public interface DatabaseServer extends AutoCloseable {
    String url();

    @Override
    void close();

    /** A database and how to stop it. */
    static DatabaseServer of(String url, Runnable stop) {
        return new DatabaseServer() {
            @Override
            public String url() {
                return url;
            }

            @Override
            public void close() {
                stop.run();
            }
        };
    }
}
