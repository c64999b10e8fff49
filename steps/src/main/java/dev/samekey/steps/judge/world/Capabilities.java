package dev.samekey.steps.judge.world;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.database.InboxOracle;
import dev.samekey.oracles.database.RecordsOracle;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.listing.ListingOracle;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.oracles.metrics.MetricsOracle;
import dev.samekey.oracles.traces.TraceOracle;
import dev.samekey.steps.drive.broker.Broker;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.drive.fault.StoreRelay;
import dev.samekey.steps.drive.process.Restart;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the target lets the harness do and see. To ask for what is not there ends the scenario as not checked. */
public final class Capabilities {
    private final Target described;
    private final @Nullable DatabaseOracle database;
    private final @Nullable RecordsOracle records;
    private final @Nullable InboxOracle inbox;
    private final @Nullable LogOracle log;
    private final @Nullable MetricsOracle metrics;
    private final @Nullable TraceOracle traces;
    private final @Nullable Restart restart;
    private final @Nullable Clock clock;
    private final @Nullable Control cleanup;
    private final @Nullable StoreRelay store;
    private final ListingOracle listing;
    private final Counterparts counterparts;
    private final Brokers brokers;

    public Capabilities(
            Target described,
            @Nullable DatabaseOracle database,
            @Nullable RecordsOracle records,
            @Nullable InboxOracle inbox,
            @Nullable LogOracle log,
            @Nullable MetricsOracle metrics,
            @Nullable TraceOracle traces,
            @Nullable Restart restart,
            @Nullable Clock clock,
            @Nullable Control cleanup,
            @Nullable StoreRelay store,
            ListingOracle listing,
            Counterparts counterparts,
            Brokers brokers) {
        this.described = described;
        this.database = database;
        this.records = records;
        this.inbox = inbox;
        this.log = log;
        this.metrics = metrics;
        this.traces = traces;
        this.restart = restart;
        this.clock = clock;
        this.cleanup = cleanup;
        this.store = store;
        this.listing = listing;
        this.counterparts = counterparts;
        this.brokers = brokers;
    }

    public DatabaseOracle database() {
        return had(database, "database: the target file has no «oracles.database»");
    }

    public RecordsOracle records() {
        return had(records, "records: the target file has no «oracles.database.records»");
    }

    public InboxOracle inbox() {
        return had(inbox, "inbox: the target file has no «oracles.database.inbox»");
    }

    public LogOracle log() {
        return had(log, "log: the target file has no «oracles.log»");
    }

    public MetricsOracle metrics() {
        return had(metrics, "metrics: the target file has no «oracles.metrics»");
    }

    public TraceOracle traces() {
        return had(traces, "traces: the target file has no «oracles.traces»");
    }

    /** The power over the target's process; null where the target file gives none, or allows nothing unsafe. */
    public @Nullable Restart target() {
        return described.allowsWrites() ? restart : null;
    }

    /** The end of the scenario where the target cannot be killed and started again. */
    public void requireRestart() {
        var unused = had(restart, "restart: the target file has no «lifecycle»");
        described.requireWrites();
    }

    /** Whether time can be moved, and need not be waited for. */
    public boolean hasClock() {
        return clock != null;
    }

    public Clock clock() {
        return had(clock, "clock: the target file has no «clock»");
    }

    /** The target's time, as far as the harness knows it. */
    public InstantSource time() {
        return clock == null ? InstantSource.system() : clock;
    }

    /** The request that runs the cleanup job once. */
    public Control cleanup() {
        return had(cleanup, "cleanup: the target file has no «cleanup»");
    }

    /** The way to the store, which can be cut. */
    public StoreRelay store() {
        StoreRelay relay = had(store, "store: the target file has no «store»");
        described.requireWrites();
        return relay;
    }

    public ListingOracle listing() {
        return listing;
    }

    /** Those whom the target calls, as far as its file names them. */
    public Counterparts counterparts() {
        return counterparts;
    }

    /** The broker that brings an event. */
    public Broker broker(Operation operation) {
        Delivery delivery = operation.delivery();
        Delivery.Broker named = delivery == null ? null : delivery.broker();
        return brokers.at(
                had(named, "delivery.broker: the target file names no broker").url());
    }

    /** Undoes what a scenario left behind that ended early: a target that is dead, a store that is out of reach. */
    public void mend() {
        if (store != null) {
            store.restore();
        }
        if (restart != null && !restart.isRunning()) {
            restart.start();
        }
    }

    /** Asks an oracle; one that does not answer has shown nothing. */
    public static <T> Seen<T> ask(Supplier<Seen<T>> oracle) {
        try {
            return oracle.get();
        } catch (OracleSilent silent) {
            throw Judgement.inconclusive(
                    "an oracle did not answer", new Fact("actual", String.valueOf(silent.getMessage())));
        }
    }

    private static <T> T had(@Nullable T capability, String missing) {
        if (capability == null) {
            throw Judgement.notChecked(missing);
        }
        return capability;
    }
}
