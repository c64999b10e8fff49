package dev.samekey.server.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/**
 * What the guard costs: payments in each second with it and without it, in rounds that take turns, so that a machine
 * that slows down slows both. Nothing is asserted of the figures. {@code -Dbench.provider=20} lets the provider take
 * 20 ms, {@code -Dbench.pairs=30} measures longer.
 */
class GuardPriceIT {
    private static final int CLIENTS = 10;
    private static final int PAIRS = Integer.getInteger("bench.pairs", 10);
    private static final Load WARM_UP = new Load(CLIENTS, Duration.ofSeconds(8));
    private static final Load ROUND = new Load(CLIENTS, Duration.ofSeconds(4));
    private static final Path REPORT = Path.of("target", "bench.md");

    private static final String HEADER = """
            | commits | guarded, payments/s | unguarded, payments/s | ratio, median (range) | statements of each |
            |---|---|---|---|---|
            """;

    @Test
    void the_price_of_the_guard() throws Exception {
        String report = HEADER + row("wait for the disk", "on") + row("wait for nothing", "off");
        System.out.println(report);
        Files.writeString(REPORT, report);
    }

    private static String row(String name, String durable) throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", durable)
                .setServerConfig("synchronous_commit", durable)
                .start()) {
            String url = "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres?user=postgres&currentSchema=";
            assertThat(show(url, "fsync")).isEqualTo(durable);
            try (Subject guarded = Subject.start(url + "guarded", parts -> parts);
                    Subject unguarded = Subject.start(url + "unguarded", GuardPriceIT::unguarded)) {
                return row(name, guarded, unguarded);
            }
        }
    }

    private static Parts unguarded(Parts parts) {
        return parts.with(Part.GUARD, all -> new NoGuard(all.base().jdbi()));
    }

    private static String row(String name, Subject guarded, Subject unguarded) throws Exception {
        Comparison comparison = compare(guarded, unguarded);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.1f and %.1f |%n",
                name,
                comparison,
                guarded.statementsPerPayment(),
                unguarded.statementsPerPayment());
    }

    private static Comparison compare(Subject guarded, Subject unguarded) throws Exception {
        Comparison comparison = new Comparison();
        WARM_UP.on(guarded.url());
        WARM_UP.on(unguarded.url());
        for (int pair = 0; pair < PAIRS; pair++) {
            comparison.add(ROUND.on(guarded.url()), ROUND.on(unguarded.url()));
        }
        return comparison;
    }

    private static String show(String url, String setting) {
        return Jdbi.create(url)
                .withHandle(db ->
                        db.createQuery("show " + setting).mapTo(String.class).one());
    }
}
