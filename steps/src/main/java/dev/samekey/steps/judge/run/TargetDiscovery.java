package dev.samekey.steps.judge.run;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import dev.samekey.oracles.listing.ListingOracle;
import dev.samekey.steps.author.discover.Discovered;
import dev.samekey.steps.author.discover.Discovery;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.drive.fault.StoreRelay;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.judge.world.Created;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the API of a target file which dialect it follows, with all that must be there meanwhile. */
public final class TargetDiscovery {
    private final TargetFile file;
    private final Starter starter;

    public TargetDiscovery(TargetFile file) {
        this(file, TargetProcess::new);
    }

    /** The same for a target that is started in another way. */
    public TargetDiscovery(TargetFile file, Starter starter) {
        this.file = file;
        this.starter = starter;
    }

    /**
     * Asks it.
     *
     * @throws CannotRun when it may not be asked, does not answer, or none of its operations succeeds
     */
    public Discovered run() {
        if (!file.target().allowsWrites()) {
            throw new CannotRun(
                    "the target file lacks «writes: allowed», and an API that nothing unsafe is sent to does"
                            + " not show its dialect");
        }
        try {
            // What the target prints is of use only where it does not start, and is told then.
            Path output = Files.createTempFile("samekey-target", ".log");
            try {
                return asked(output);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot keep what the target prints: " + failure.getMessage());
        } catch (CannotRun failure) {
            throw new CannotRun(file.secrets().redact(String.valueOf(failure.getMessage())));
        }
    }

    private Discovered asked(Path output) {
        Target target = file.target();
        Target.Lifecycle lifecycle = target.lifecycle();
        try (Brokers brokers = new Brokers(target.operations().values());
                Counterparts counterparts = Equipment.counterparts(target);
                StoreRelay store = Equipment.store(target);
                Starter.Started process =
                        lifecycle == null ? null : starter.prepare(lifecycle, target.urls(), file.folder(), output);
                DatabaseOracle database = Equipment.database(target)) {
            if (process == null) {
                TargetProcess.mustAnswer(target, file.network());
            } else {
                process.start();
            }
            Pace pace = Equipment.pace(target);
            Created created = new Created(file.contract(), file.secrets());
            Wire wire = new Wire(
                    target.limits().answerLimit(), brokers, file.network(), pace, target::requireWrites, created::see);
            Fetch fetch = new Fetch(file.network().client(Equipment.FETCH_LIMIT), Equipment.FETCH_LIMIT);
            // Effects are counted only where the answers do not tell: the rest is asked all the same.
            Optional<String> silent = whySilent(database);
            Capabilities capabilities = new Capabilities(
                    target,
                    database,
                    null,
                    null,
                    null,
                    null,
                    null,
                    process,
                    null,
                    null,
                    store,
                    new ListingOracle(fetch),
                    counterparts,
                    brokers);
            Discovered discovered;
            Cleaned cleaned;
            try {
                discovered = new Discovery(file, wire, pace, capabilities, created).run();
            } finally {
                cleaned = created.clean(wire, target.urls().get(0));
            }
            return discovered.with(cleaned, silent.map(this::told).stream().toList());
        }
    }

    private String told(String silent) {
        return "The database of the target file does not answer, so nothing was counted in it: "
                + file.secrets().redact(silent);
    }

    private static Optional<String> whySilent(@Nullable DatabaseOracle database) {
        try {
            if (database != null) {
                database.check();
            }
            return Optional.empty();
        } catch (OracleSilent silent) {
            return Optional.of(String.valueOf(silent.getMessage()));
        }
    }
}
