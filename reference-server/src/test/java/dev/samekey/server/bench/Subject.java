package dev.samekey.server.bench;

import dev.samekey.server.dialect.Dialects;
import dev.samekey.server.replica.Counterparts;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.replica.Server;
import dev.samekey.server.replica.Settings;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;

/** A replica under measurement, whose statements are counted. */
record Subject(Server server, String database, LongAdder statements) implements AutoCloseable {
    private static final Duration PROVIDER_DELAY = Duration.ofMillis(Long.getLong("bench.provider", 0));

    static Subject start(String database, UnaryOperator<Parts> variation) {
        LongAdder statements = new LongAdder();
        Settings settings = new Settings(
                database,
                new Dialects().contract("playbook"),
                Clock.systemUTC(),
                Map.of("alice", "alice-token"),
                PROVIDER_DELAY,
                OpenTelemetry.noop(),
                "127.0.0.1",
                Counterparts.NONE,
                null);
        return new Subject(
                Server.start(settings, List.of(0), parts -> variation.apply(counted(parts, statements))),
                database,
                statements);
    }

    private static Parts counted(Parts parts, LongAdder statements) {
        parts.base().jdbi().setSqlLogger(new SqlLogger() {
            @Override
            public void logAfterExecution(StatementContext context) {
                statements.increment();
            }
        });
        return parts;
    }

    String url() {
        return server.urls().get(0);
    }

    /** How many statements a payment took; a commit is none. */
    double statementsPerPayment() {
        return statements.doubleValue() / payments();
    }

    private long payments() {
        return Jdbi.create(database)
                .withHandle(db -> db.createQuery("select count(*) from payments")
                        .mapTo(Long.class)
                        .one());
    }

    @Override
    public void close() {
        server.close();
    }
}
