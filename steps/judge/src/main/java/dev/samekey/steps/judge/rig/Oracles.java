package dev.samekey.steps.judge.rig;

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
import dev.samekey.oracles.traces.SpanSource;
import dev.samekey.oracles.traces.TraceOracle;
import dev.samekey.steps.drive.http.Credentials;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Telemetry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the oracles that a target file names, and tries each: a wrong password should not take a whole run to show. An
 * oracle that does not answer is there all the same, and says so when a step reads it.
 */
final class Oracles {
    private static final Duration DATABASE_LIMIT = Duration.ofSeconds(3);

    /** The first page of a target that has just started on a busy machine comes late. */
    private static final Duration FETCH_LIMIT = Duration.ofSeconds(10);

    private final TargetFile file;
    private final Target.Oracles named;
    private final Trial trial;
    private final Credentials credentials;
    private final Fetch fetch;
    private final Instant start = Instant.now();

    Oracles(TargetFile file, Trial trial, Credentials credentials) {
        this.file = file;
        this.named = file.target().oracles();
        this.trial = trial;
        this.credentials = credentials;
        this.fetch = new Fetch(file.network().client(FETCH_LIMIT), FETCH_LIMIT);
    }

    /** The receiver of the target's spans; null where the target file names none, or it cannot listen. */
    static @Nullable OtlpReceiver spans(Target target, Trial trial) {
        Telemetry.Traces traces = target.oracles().traces();
        if (traces == null || traces.listen() == null) {
            return null;
        }
        try {
            return OtlpReceiver.open(traces.listen());
        } catch (OracleSilent taken) {
            trial.failed("traces", taken);
            return null;
        }
    }

    /** Its connection is opened with the first question. */
    static @Nullable DatabaseOracle database(Target target) {
        Target.Database database = target.oracles().database();
        return database == null
                ? null
                : new DatabaseOracle(database.url(), database.user(), database.password(), DATABASE_LIMIT);
    }

    /** These capabilities with all oracles. */
    Capabilities in(Capabilities bare, @Nullable DatabaseOracle database, @Nullable OtlpReceiver spans) {
        Capabilities all = bare.with(ListingOracle.class, new ListingOracle(listings()));
        if (database != null) {
            all = tables(all.with(DatabaseOracle.class, database), database);
        }
        Telemetry.Log log = named.log();
        if (log != null) {
            LogOracle oracle = new LogOracle(source(log), log.limit());
            all = all.with(LogOracle.class, oracle);
            answers("log", oracle::check);
        }
        Telemetry.Metrics metrics = named.metrics();
        if (metrics != null) {
            MetricsOracle oracle = new MetricsOracle(source(metrics), metrics.limit());
            all = all.with(MetricsOracle.class, oracle);
            answers("metrics", oracle::check);
        }
        Telemetry.Traces traces = named.traces();
        SpanSource source = traces == null ? null : source(traces, spans);
        if (traces != null && source != null) {
            TraceOracle oracle = new TraceOracle(source, traces.limit());
            all = all.with(TraceOracle.class, oracle);
            answers("traces", oracle::check);
        }
        return all;
    }

    /** Listings are read as a principal reads them; other oracles have headers of their own. */
    private Fetch listings() {
        return new Fetch(file.network().client(FETCH_LIMIT), FETCH_LIMIT, new ReadAsPrincipal(credentials));
    }

    /** The tables are tried only where the database answers. */
    private Capabilities tables(Capabilities bare, DatabaseOracle database) {
        Target.Database tables = Objects.requireNonNull(named.database(), "named where there is one");
        boolean answers = answers("database", database::check);
        Capabilities all = bare;
        if (tables.records() != null) {
            RecordsOracle records = database.records(tables.records());
            all = all.with(RecordsOracle.class, records);
            if (answers) {
                answers("database.records", records::check);
            }
        }
        if (tables.inbox() != null) {
            InboxOracle inbox = database.inbox(tables.inbox());
            all = all.with(InboxOracle.class, inbox);
            if (answers) {
                answers("database.inbox", inbox::check);
            }
        }
        return all;
    }

    private boolean answers(String oracle, Runnable check) {
        try {
            check.run();
        } catch (OracleSilent silent) {
            trial.failed(oracle, silent);
            return false;
        }
        trial.answered(oracle);
        return true;
    }

    private LogSource source(Telemetry.Log log) {
        Telemetry.Loki loki = log.loki();
        Telemetry.Elasticsearch elastic = log.elasticsearch();
        if (log.file() != null) {
            return new LogFile(file.folder().resolve(log.file()));
        }
        if (log.command() != null) {
            return new LogCommand(log.command(), file.folder(), log.limit());
        }
        if (loki != null) {
            return new LokiLog(fetch, loki.url(), loki.query(), loki.headers(), start);
        }
        Objects.requireNonNull(elastic, "the check of the file lets no other through");
        return new ElasticsearchLog(
                fetch, elastic.url(), elastic.index(), elastic.time(), elastic.line(), elastic.headers(), start);
    }

    private MetricsSource source(Telemetry.Metrics metrics) {
        Telemetry.PromQl promql = metrics.promql();
        if (promql != null) {
            return new PromQl(fetch, promql.url(), promql.selector(), promql.headers());
        }
        List<URI> endpoints = metrics.url() != null
                ? List.of(metrics.url())
                : file.target().urls().stream()
                        .map(url -> URI.create(url + metrics.path()))
                        .toList();
        return new PrometheusText(fetch, endpoints);
    }

    private @Nullable SpanSource source(Telemetry.Traces traces, @Nullable OtlpReceiver spans) {
        Telemetry.Jaeger jaeger = traces.jaeger();
        return jaeger == null ? spans : new Jaeger(fetch, jaeger.url(), jaeger.service(), jaeger.headers(), start);
    }
}
