package dev.samekey.server.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Brings the schema up to date with the numbered SQL files beside this class.
 *
 * <p>Twenty lines and no library: a migration tool costs most of a second at every start, and this server is started
 * for many a test.
 */
public final class Migrations {
    static final List<String> FILES = List.of(
            "V1__payments.sql",
            "V2__idempotency.sql",
            "V3__inbox.sql",
            "V4__ledger_and_provider.sql",
            "V5__partners.sql",
            "V6__bookings.sql",
            "V7__charges.sql",
            "V8__orders.sql",
            "V9__control.sql",
            "V10__vendors.sql",
            "V11__scheduled_tasks.sql",
            "V12__consumers.sql",
            "V13__jobs.sql",
            "V14__outbox.sql");
    private static final long LOCK = 0x5a3e_6b65_79L;

    private Migrations() {}

    /** Runs what has not run yet, all or nothing. */
    public static void run(Jdbi jdbi) {
        jdbi.useTransaction(tx -> {
            // Servers that start together on one database take turns, even at making the schema itself.
            tx.execute("select pg_advisory_xact_lock(?)", LOCK);
            createSchema(tx);
            tx.execute("create table if not exists schema_migrations (file text primary key)");
            FILES.forEach(file -> apply(tx, file));
        });
    }

    private static void createSchema(Handle tx) {
        // The schema that the URL asks for (currentSchema), which current_schema() does not name until it exists.
        String wanted = tx.createQuery("select (string_to_array(current_setting('search_path'), ','))[1]")
                .mapTo(String.class)
                .one()
                .strip()
                .replace("\"", "");
        if (!wanted.equals("$user")) {
            tx.execute("create schema if not exists \"" + wanted + '"');
        }
    }

    private static void apply(Handle tx, String file) {
        if (tx.execute("insert into schema_migrations values (?) on conflict do nothing", file) == 1) {
            tx.createScript(read(file)).execute();
        }
    }

    private static String read(String file) {
        try (InputStream sql = Migrations.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(sql, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new IllegalStateException("cannot read " + file, unreadable);
        }
    }
}
