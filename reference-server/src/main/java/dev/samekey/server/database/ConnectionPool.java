package dev.samekey.server.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;

/** The connections of one replica. */
public final class ConnectionPool implements AutoCloseable {
    private static final int SIZE = 10;
    private static final long WAIT_MILLIS = 5_000;

    private final HikariDataSource dataSource;

    /** Connects; fails within seconds where no database answers. */
    public ConnectionPool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(SIZE);
        // One to start with; the others are opened when requests want them, so that a replica starts at once.
        config.setMinimumIdle(1);
        config.setConnectionTimeout(WAIT_MILLIS);
        this.dataSource = new HikariDataSource(config);
    }

    /** Transactions on these connections. */
    public Jdbi jdbi() {
        return Jdbi.create(dataSource);
    }

    /** The connections themselves, for a library that makes its own transactions. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** Breaks off what is under way: a transaction that is not committed by now never is. Comes back when all are given back. */
    @Override
    public void close() {
        dataSource.close();
    }
}
