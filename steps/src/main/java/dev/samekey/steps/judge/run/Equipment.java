package dev.samekey.steps.judge.run;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.database.InboxOracle;
import dev.samekey.oracles.database.RecordsOracle;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import dev.samekey.oracles.listing.ListingOracle;
import dev.samekey.oracles.log.ElasticsearchLog;
import dev.samekey.oracles.log.LogCommand;
import dev.samekey.oracles.log.LogFile;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.oracles.log.LogSource;
import dev.samekey.oracles.log.LokiLog;
import dev.samekey.oracles.metrics.MetricsOracle;
import dev.samekey.oracles.metrics.MetricsSource;
import dev.samekey.oracles.metrics.PromQl;
import dev.samekey.oracles.metrics.PrometheusText;
import dev.samekey.oracles.traces.Jaeger;
import dev.samekey.oracles.traces.OtlpReceiver;
import dev.samekey.oracles.traces.TraceOracle;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.drive.fault.StoreRelay;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Restart;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Clock;
import dev.samekey.steps.judge.world.Control;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Watching;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes what a target file names, and tries each oracle: a wrong password should not take a whole run to tell. */
final class Equipment {
    private static final Duration ORACLE_LIMIT = Duration.ofSeconds(3);

    /** The first page of a target that has just started on a busy machine comes late. */
    static final Duration FETCH_LIMIT = Duration.ofSeconds(10);

    private final TargetFile file;
    private final Target target;
    private final Wire wire;
    private final Fetch fetch;
    private final Instant start = Instant.now();

    Equipment(TargetFile file, Wire wire) {
        this.file = file;
        this.target = file.target();
        this.wire = wire;
        this.fetch = new Fetch(file.network().client(FETCH_LIMIT), FETCH_LIMIT);
    }

    static Pace pace(Target target) {
        Target.Limits limits = target.limits();
        return new Pace(limits.requests(), limits.rate(target.urls()), limits.connections());
    }

    static Counterparts counterparts(Target target) {
        Counterparts counterparts = new Counterparts(target);
        counterparts.open();
        return counterparts;
    }

    static @Nullable StoreRelay store(Target target) {
        if (target.store() == null) {
            return null;
        }
        StoreRelay relay = new StoreRelay(target.store());
        relay.restore();
        return relay;
    }

    /** @throws CannotRun when somebody listens there already */
    static @Nullable OtlpReceiver spans(Target target) {
        Watching.Traces traces = target.oracles().traces();
        try {
            return traces == null || traces.listen() == null ? null : OtlpReceiver.open(traces.listen());
        } catch (OracleSilent taken) {
            throw new CannotRun(String.valueOf(taken.getMessage()));
        }
    }

    static @Nullable DatabaseOracle database(Target target) {
        Target.Database named = target.oracles().database();
        return named == null ? null : new DatabaseOracle(named.url(), named.user(), named.password(), ORACLE_LIMIT);
    }

    /** @throws CannotRun when an oracle does not answer */
    Capabilities capabilities(
            @Nullable DatabaseOracle database,
            @Nullable OtlpReceiver spans,
            @Nullable Restart restart,
            @Nullable StoreRelay store,
            Counterparts counterparts,
            Brokers brokers) {
        try {
            return new Capabilities(
                    target,
                    tried(database),
                    records(database),
                    inbox(database),
                    log(),
                    metrics(),
                    traces(spans),
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
        Watching.Log named = target.oracles().log();
        if (named == null) {
            return null;
        }
        LogOracle log = new LogOracle(source(named), named.limit());
        log.check();
        return log;
    }

    private LogSource source(Watching.Log named) {
        Watching.Loki loki = named.loki();
        Watching.Elasticsearch elastic = named.elasticsearch();
        if (named.file() != null) {
            return new LogFile(file.folder().resolve(named.file()));
        }
        if (named.command() != null) {
            return new LogCommand(named.command(), file.folder(), named.limit());
        }
        if (loki != null) {
            return new LokiLog(fetch, loki.url(), loki.query(), loki.headers(), start);
        }
        Objects.requireNonNull(elastic, "the check of the file lets no other through");
        return new ElasticsearchLog(
                fetch, elastic.url(), elastic.index(), elastic.time(), elastic.line(), elastic.headers(), start);
    }

    private @Nullable MetricsOracle metrics() {
        Watching.Metrics named = target.oracles().metrics();
        if (named == null) {
            return null;
        }
        MetricsOracle metrics = new MetricsOracle(source(named), named.limit());
        metrics.check();
        return metrics;
    }

    private MetricsSource source(Watching.Metrics named) {
        Watching.PromQl promql = named.promql();
        if (promql != null) {
            return new PromQl(fetch, promql.url(), promql.selector(), promql.headers());
        }
        return new PrometheusText(
                fetch,
                target.urls().stream()
                        .map(url -> URI.create(url + named.path()))
                        .toList());
    }

    private @Nullable TraceOracle traces(@Nullable OtlpReceiver spans) {
        Watching.Traces named = target.oracles().traces();
        if (named == null) {
            return null;
        }
        Watching.Jaeger jaeger = named.jaeger();
        TraceOracle traces = new TraceOracle(
                jaeger == null
                        ? Objects.requireNonNull(spans, "it listens where the file says so")
                        : new Jaeger(fetch, jaeger.url(), jaeger.service(), jaeger.headers(), start),
                named.limit());
        traces.check();
        return traces;
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
