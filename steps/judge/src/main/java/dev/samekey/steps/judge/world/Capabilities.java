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
import dev.samekey.steps.drive.credentials.PrincipalCredentials;
import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.drive.fault.StoreSwitch;
import dev.samekey.steps.drive.process.OtherReplica;
import dev.samekey.steps.drive.process.Restart;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the target lets the harness do and see. To ask for what is not there ends the scenario as not checked. */
public final class Capabilities {
    private final Target described;
    /** Each by its type. */
    private final Map<Class<?>, Object> parts;

    private final Switches switches;

    private Capabilities(Target described, Switches switches, Map<Class<?>, Object> parts) {
        this.described = described;
        this.switches = switches;
        this.parts = Map.copyOf(parts);
    }

    /** Those of a target of which only its description is known. */
    public static Capabilities none(Target described) {
        return new Capabilities(described, new Switches(), Map.of());
    }

    /** These and one more, such as an oracle. */
    public <T> Capabilities with(Class<T> type, T part) {
        Map<Class<?>, Object> more = new HashMap<>(parts);
        more.put(type, part);
        return new Capabilities(described, switches, more);
    }

    public DatabaseOracle database() {
        return had(part(DatabaseOracle.class), "database: the target file has no «oracles.database»");
    }

    public RecordsOracle records() {
        return had(part(RecordsOracle.class), "records: the target file has no «oracles.database.records»");
    }

    public InboxOracle inbox() {
        return had(part(InboxOracle.class), "inbox: the target file has no «oracles.database.inbox»");
    }

    /** Whether the records of keys can be read. */
    public boolean hasRecords() {
        return part(RecordsOracle.class) != null;
    }

    /** Whether the inbox of events can be read. */
    public boolean hasInbox() {
        return part(InboxOracle.class) != null;
    }

    public LogOracle log() {
        return had(part(LogOracle.class), "log: the target file has no «oracles.log»");
    }

    public MetricsOracle metrics() {
        return had(part(MetricsOracle.class), "metrics: the target file has no «oracles.metrics»");
    }

    public TraceOracle traces() {
        return had(part(TraceOracle.class), "traces: the target file has no «oracles.traces»");
    }

    /** The power over the target's process; null where the target file gives none, or allows nothing unsafe. */
    public @Nullable Restart target() {
        return described.allowsWrites() ? part(Restart.class) : null;
    }

    /** The end of the scenario where the target cannot be killed and started again. */
    public void requireRestart() {
        var unused = had(part(Restart.class), "restart: the target file has no «lifecycle»");
        described.requireWrites();
    }

    /** Whether time can be moved, and need not be waited for. */
    public boolean hasClock() {
        return part(Clock.class) != null;
    }

    public Clock clock() {
        return had(part(Clock.class), "clock: the target file has no «clock»");
    }

    /** The target's time, as far as the harness knows it. */
    public InstantSource time() {
        Clock clock = part(Clock.class);
        return clock == null ? InstantSource.system() : clock;
    }

    /** The request that runs the cleanup job once. */
    public Control cleanup() {
        return had(part(Control.class), "cleanup: the target file has no «cleanup»");
    }

    /** The replica that can be restarted while the others run. */
    public OtherReplica otherReplica() {
        OtherReplica replica =
                had(part(OtherReplica.class), "restart_replica: the target file has no «restart_replica»");
        described.requireWrites();
        return replica;
    }

    /** What takes the store away. */
    public StoreSwitch store() {
        StoreSwitch store = had(part(StoreSwitch.class), "store: the target file has no «store»");
        described.requireWrites();
        return store;
    }

    public ListingOracle listing() {
        return had(part(ListingOracle.class), "listing: the target is not open");
    }

    /** The tokens and signatures of those who send. */
    public PrincipalCredentials credentials() {
        return had(part(PrincipalCredentials.class), "principals: the target is not open");
    }

    /** The downstream services that the target file names. */
    public Counterparts counterparts() {
        return had(part(Counterparts.class), "counterparts: the target is not open");
    }

    /** The broker that brings an event. */
    public Broker broker(Operation operation) {
        Delivery delivery = operation.delivery();
        Delivery.Broker named = delivery == null ? null : delivery.broker();
        String missing = "delivery.broker: the target file names no broker";
        return had(part(Brokers.class), missing).at(had(named, missing).url());
    }

    /** What is switched on in the target. */
    public Switches switches() {
        return switches;
    }

    /**
     * Undoes what a scenario left behind that ended early: a target that is dead, a store that is out of reach, a switch that
     * is still on.
     *
     * @throws dev.samekey.steps.drive.process.CannotRun when that does not work
     */
    public void mend() {
        StoreSwitch store = part(StoreSwitch.class);
        if (store != null) {
            store.restore();
        }
        Restart restart = part(Restart.class);
        if (restart != null && !restart.isRunning()) {
            restart.start();
        }
        switches.allOff();
    }

    /** Whether the target is dead just now: what it was told to do is undone when it runs again. */
    public boolean isDown() {
        Restart restart = part(Restart.class);
        return restart != null && !restart.isRunning();
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

    private <T> @Nullable T part(Class<T> type) {
        return type.cast(parts.get(type));
    }

    /** @param missing the reason where it is not there, which starts with its name */
    private <T> T had(@Nullable T capability, String missing) {
        if (capability == null) {
            throw Judgement.notChecked(missing);
        }
        return capability;
    }
}
