package dev.samekey.server.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.Caller;
import dev.samekey.server.dialect.Dialects;
import dev.samekey.server.replica.Counterparts;
import dev.samekey.server.replica.Server;
import dev.samekey.server.replica.Settings;
import io.opentelemetry.api.OpenTelemetry;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/**
 * Ten producers deliver events to two replicas as fast as they can, a fifth of them duplicates, all in any order, and one
 * in a hundred with a handler that fails once. In the end each distinct event has acted exactly once, by each handler.
 * {@code -Dload.deliveries=5000} sends fewer, {@code -Dload.seed=N} makes the order again.
 */
class ConsumerLoadIT {
    private static final int PRODUCERS = 10;
    private static final int PARTNERS = 50;
    private static final int DELIVERIES = Integer.getInteger("load.deliveries", 50_000);
    private static final long SEED = Long.getLong("load.seed", System.nanoTime());
    private static final Duration RETRIES = Duration.ofMinutes(2);
    private static final Path REPORT = Path.of("target", "load.md");

    @Test
    void fifty_thousand_deliveries_end_with_exactly_the_distinct_events() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                        .setServerConfig("synchronous_commit", "on")
                        .start();
                Server server = start(postgres.getJdbcUrl("postgres", "postgres"))) {
            Jdbi jdbi = Jdbi.create(postgres.getJdbcUrl("postgres", "postgres"));
            List<String> events = events(partners(server));
            long began = System.nanoTime();
            deliver(server, events);
            double seconds = (System.nanoTime() - began) / 1e9;
            double rest = awaitHandled(jdbi);
            report(jdbi, events, seconds, rest);
        }
    }

    private static Server start(String url) {
        Settings settings = new Settings(
                url,
                new Dialects().contract("platform"),
                Clock.systemUTC(),
                Map.of("alice", "alice-token"),
                Duration.ZERO,
                OpenTelemetry.noop(),
                "127.0.0.1",
                Counterparts.NONE,
                null);
        return Server.start(settings, List.of(0, 0), UnaryOperator.identity());
    }

    private static List<String> partners(Server server) {
        Caller alice = new Caller(server.urls().get(0), Map.of("Authorization", "Bearer alice-token"));
        List<String> partners = new ArrayList<>();
        for (int i = 0; i < PARTNERS; i++) {
            partners.add(alice.key("partner-" + i)
                    .post("/partners", "{\"name\":\"n\",\"email\":\"e@example.org\",\"reference\":\"r" + i + "\"}")
                    .text("id"));
        }
        return partners;
    }

    /** Four fifths are distinct; the others are some of these once more. */
    private static List<String> events(List<String> partners) {
        Random random = new Random(SEED);
        List<String> deliveries = new ArrayList<>();
        int distinct = DELIVERIES - DELIVERIES / 5;
        for (int i = 0; i < distinct; i++) {
            String note = i % 100 == 0 ? "sandbox:commission:fails_1" : "fine";
            deliveries.add("""
                    {"id":"e-%d","type":"order.completed","data":{"partner_id":"%s","amount":100,"currency":"EUR",\
                    "reference":"order-%d","note":"%s"}}""".formatted(i, partners.get(i % PARTNERS), i, note));
        }
        for (int i = distinct; i < DELIVERIES; i++) {
            deliveries.add(deliveries.get(random.nextInt(distinct)));
        }
        Collections.shuffle(deliveries, random);
        return deliveries;
    }

    private static void deliver(Server server, List<String> events) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(PRODUCERS);
        try {
            List<Callable<Void>> producers = new ArrayList<>();
            for (int i = 0; i < PRODUCERS; i++) {
                int first = i;
                producers.add(() -> produce(server.urls().get(first % 2), events, first));
            }
            for (Future<Void> producer : threads.invokeAll(producers)) {
                producer.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Void produce(String url, List<String> events, int first) {
        Caller caller = new Caller(url, Map.of());
        for (int i = first; i < events.size(); i += PRODUCERS) {
            Caller.Reply reply = caller.post("/webhooks/shop", events.get(i));
            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        }
        return null;
    }

    /** What failed once is retried within its time; how long that took. */
    private static double awaitHandled(Jdbi jdbi) throws InterruptedException {
        long began = System.nanoTime();
        while (number(jdbi, "select count(*) from inbox_handlings where state <> 'done'") > 0) {
            assertThat(System.nanoTime() - began).as("waited for the retries").isLessThan(RETRIES.toNanos());
            Thread.sleep(100);
        }
        return (System.nanoTime() - began) / 1e9;
    }

    private static void report(Jdbi jdbi, List<String> events, double seconds, double rest) throws Exception {
        long distinct = events.stream().distinct().count();
        String report = String.format(
                Locale.ROOT,
                """
                | consumer under load | |
                |---|---|
                | deliveries | %d |
                | of these distinct events | %d |
                | events in the inbox | %d |
                | commissions, and ledger entries | %d and %d |
                | events that were counted | %d |
                | attempts, failed ones included | %d |
                | time of the deliveries | %.1f s |
                | deliveries per second | %.0f |
                | until the last retry was done | %.1f s |
                | seed | %d |
                """,
                events.size(),
                distinct,
                number(jdbi, "select count(*) from inbox where result = 'processed'"),
                number(jdbi, "select count(*) from commissions"),
                number(jdbi, "select count(*) from ledger_entries"),
                number(jdbi, "select count(*) from event_counts"),
                number(jdbi, "select sum(attempts) from inbox_handlings"),
                seconds,
                events.size() / seconds,
                rest,
                SEED);
        System.out.println(report);
        Files.writeString(REPORT, report);
        for (String table : List.of("inbox", "commissions", "ledger_entries", "event_counts", "shop_orders")) {
            assertThat(number(jdbi, "select count(*) from " + table)).as(table).isEqualTo(distinct);
        }
        assertThat(number(jdbi, "select count(distinct reference) from commissions"))
                .isEqualTo(distinct);
        assertThat(number(jdbi, "select count(distinct reference) from event_counts"))
                .isEqualTo(distinct);
        assertThat(number(jdbi, "select count(*) from dead_letters")).isZero();
    }

    private static long number(Jdbi jdbi, String query) {
        return jdbi.withHandle(
                handle -> handle.createQuery(query).mapTo(Long.class).one());
    }
}
