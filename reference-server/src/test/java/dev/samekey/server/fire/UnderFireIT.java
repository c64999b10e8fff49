package dev.samekey.server.fire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two replicas of the packaged server over one database, ten clients that retry, and processes that die at random
 * moments. {@code -Dfire.kills=20} makes it short; {@code -Dfire.seed=N} makes the random choices of a run again, and
 * {@code -Dfire.defect=memory-only-store} shows that it can fail.
 */
class UnderFireIT {
    private static final int CLIENTS = 10;
    private static final Path REPORT = Path.of("target", "fire.md");

    private final int kills = Integer.getInteger("fire.kills", 200);
    private final long seed = Long.getLong("fire.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final long began = System.nanoTime();

    @Test
    @Timeout(value = 9, unit = TimeUnit.MINUTES)
    void every_operation_took_effect_once_and_every_client_got_its_outcome() throws IOException {
        System.out.println("under fire: " + kills + " kills, seed " + seed);
        Path folder = Files.createTempDirectory(Path.of("target"), "fire-");
        try (CrashingDatabase database = CrashingDatabase.start(folder.resolve("data"), Ports.free(random))) {
            String trial = database.url() + "&currentSchema=trial";
            List<String> java = ClassArchive.record(trial, Ports.free(random), folder);
            try (ReplicaProcess one = ReplicaProcess.start(java, database.url(), Ports.free(random), folder);
                    ReplicaProcess two = ReplicaProcess.start(java, database.url(), Ports.free(random), folder)) {
                burn(database, List.of(one, two));
            }
        }
    }

    private void burn(CrashingDatabase database, List<ReplicaProcess> replicas) throws IOException {
        replicas.forEach(ReplicaProcess::awaitReady);
        List<String> urls = replicas.stream().map(ReplicaProcess::url).toList();
        try (Customers customers = new Customers(CLIENTS, urls, random)) {
            int crashes = new Havoc(replicas, database, random).wreak(kills);
            List<Told> told = customers.leave();
            List<Told> again = customers.askAgain(told);
            Books books = Books.read(database.url());
            report(new FireReport(seed, kills, crashes, told, books, took()));
            judge(told, again, books);
        }
    }

    private static void judge(List<Told> told, List<Told> again, Books books) {
        List<Told> accepted = told.stream().filter(Told::accepted).toList();
        assertThat(books.duplicates()).as("effects that happened twice").isZero();
        assertThat(told).allMatch(one -> books.has(one.order(), one.accepted() ? 1 : 0));
        assertThat(books.effects()).as("effects that nobody was told of").hasSameSizeAs(accepted);
        assertThat(books.entries()).as("entries that nobody was told of").hasSameSizeAs(accepted);
        assertThat(books.whole()).as("effects under one operation id").isEqualTo(accepted.size());
        assertThat(books.sum())
                .isEqualTo(
                        accepted.stream().mapToLong(one -> one.order().amount()).sum());
        assertThat(books.unfinished()).as("claims without an outcome").isZero();
        assertThat(again).hasSameSizeAs(told);
        for (int i = 0; i < told.size(); i++) {
            Told first = told.get(i);
            assertThat(again.get(i)).matches(one -> one.replays(first), "replays " + first);
        }
    }

    private static void report(FireReport report) throws IOException {
        System.out.println(report);
        Files.writeString(REPORT, report.toString());
    }

    private Duration took() {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
