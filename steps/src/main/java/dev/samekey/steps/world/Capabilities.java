package dev.samekey.steps.world;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.listing.ListingOracle;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.oracles.metrics.MetricsOracle;
import dev.samekey.steps.process.Restart;
import dev.samekey.steps.verdict.Fact;
import dev.samekey.steps.verdict.Judgement;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the target lets the harness do and see. To ask for what is not there ends the scenario as not checked. */
public final class Capabilities {
    private final @Nullable DatabaseOracle database;
    private final @Nullable LogOracle log;
    private final @Nullable MetricsOracle metrics;
    private final @Nullable Restart restart;
    private final ListingOracle listing;

    public Capabilities(
            @Nullable DatabaseOracle database,
            @Nullable LogOracle log,
            @Nullable MetricsOracle metrics,
            @Nullable Restart restart,
            ListingOracle listing) {
        this.database = database;
        this.log = log;
        this.metrics = metrics;
        this.restart = restart;
        this.listing = listing;
    }

    public DatabaseOracle database() {
        return had(database, "database: the target file has no «oracles.database»");
    }

    public LogOracle log() {
        return had(log, "log: the target file has no «oracles.log»");
    }

    public MetricsOracle metrics() {
        return had(metrics, "metrics: the target file has no «oracles.metrics»");
    }

    public Restart restart() {
        return had(restart, "restart: the target file has no «lifecycle»");
    }

    public ListingOracle listing() {
        return listing;
    }

    /** Asks an oracle; one that does not answer has shown nothing. */
    public static <T> Seen<T> ask(Supplier<Seen<T>> oracle) {
        try {
            return oracle.get();
        } catch (OracleSilent silent) {
            throw Judgement.inconclusive(
                    "an oracle did not answer", new Fact("came", String.valueOf(silent.getMessage())));
        }
    }

    private static <T> T had(@Nullable T capability, String missing) {
        if (capability == null) {
            throw Judgement.notChecked(missing);
        }
        return capability;
    }
}
