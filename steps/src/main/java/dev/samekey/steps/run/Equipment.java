package dev.samekey.steps.run;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.database.InboxOracle;
import dev.samekey.oracles.database.RecordsOracle;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import dev.samekey.oracles.listing.ListingOracle;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.oracles.metrics.MetricsOracle;
import dev.samekey.steps.broker.Brokers;
import dev.samekey.steps.counterpart.Counterparts;
import dev.samekey.steps.fault.StoreRelay;
import dev.samekey.steps.http.Wire;
import dev.samekey.steps.process.CannotRun;
import dev.samekey.steps.process.Restart;
import dev.samekey.steps.target.Operation;
import dev.samekey.steps.target.Target;
import dev.samekey.steps.target.TargetFile;
import dev.samekey.steps.world.Capabilities;
import dev.samekey.steps.world.Clock;
import dev.samekey.steps.world.Control;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes what a target file names, and tries each oracle: a wrong password should not take a whole run to tell. */
final class Equipment {
    static final Duration ORACLE_LIMIT = Duration.ofSeconds(3);

    private final TargetFile file;
    private final Target target;
    private final Wire wire;
    private final Fetch fetch = new Fetch(ORACLE_LIMIT);

    Equipment(TargetFile file, Wire wire) {
        this.file = file;
        this.target = file.target();
        this.wire = wire;
    }

    /** @throws CannotRun when an oracle does not answer */
    Capabilities capabilities(
            @Nullable DatabaseOracle database,
            @Nullable Restart restart,
            @Nullable StoreRelay store,
            Counterparts counterparts,
            Brokers brokers) {
        try {
            return new Capabilities(
                    tried(database),
                    records(database),
                    inbox(database),
                    log(),
                    metrics(),
                    restart,
                    clock(),
                    cleanup(),
                    store,
                    new ListingOracle(fetch),
                    counterparts,
                    brokers);
        } catch (OracleSilent silent) {
            throw new CannotRun("an oracle of the target file does not answer: " + silent.getMessage());
        }
    }

    private static @Nullable DatabaseOracle tried(@Nullable DatabaseOracle database) {
        if (database != null) {
            database.check();
        }
        return database;
    }

    private @Nullable RecordsOracle records(@Nullable DatabaseOracle database) {
        Target.Database named = target.oracles().database();
        if (database == null || named == null || named.records() == null) {
            return null;
        }
        RecordsOracle records = database.records(named.records());
        records.check();
        return records;
    }

    private @Nullable InboxOracle inbox(@Nullable DatabaseOracle database) {
        Target.Database named = target.oracles().database();
        if (database == null || named == null || named.inbox() == null) {
            return null;
        }
        InboxOracle inbox = database.inbox(named.inbox());
        inbox.check();
        return inbox;
    }

    private @Nullable LogOracle log() {
        Target.Log named = target.oracles().log();
        if (named == null) {
            return null;
        }
        LogOracle log = new LogOracle(file.folder().resolve(named.file()), ORACLE_LIMIT);
        log.check();
        return log;
    }

    private @Nullable MetricsOracle metrics() {
        Target.Metrics named = target.oracles().metrics();
        if (named == null) {
            return null;
        }
        List<URI> endpoints = target.urls().stream()
                .map(url -> URI.create(url + named.path()))
                .toList();
        MetricsOracle metrics = new MetricsOracle(fetch, endpoints);
        metrics.check();
        return metrics;
    }

    private @Nullable Clock clock() {
        Target.Clock named = target.clock();
        return named == null ? null : new Clock(control("move its clock", named.advance()));
    }

    private @Nullable Control cleanup() {
        Operation.Template named = target.cleanup();
        return named == null ? null : control("run its cleanup", named);
    }

    private Control control(String what, Operation.Template form) {
        return new Control(what, form, wire, target);
    }
}
