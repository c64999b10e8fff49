package dev.samekey.steps.judge.rig;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.traces.OtlpReceiver;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.credentials.NoCredentials;
import dev.samekey.steps.drive.credentials.PrincipalCredentials;
import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.drive.fault.FaultProxy;
import dev.samekey.steps.drive.fault.StoreRelay;
import dev.samekey.steps.drive.fault.StoreSwitch;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.OtherReplica;
import dev.samekey.steps.drive.process.Restart;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.world.Access;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.judge.world.Clock;
import dev.samekey.steps.judge.world.Control;
import dev.samekey.steps.judge.world.ControlledStore;
import dev.samekey.steps.judge.world.Created;
import dev.samekey.steps.judge.world.Polls;
import dev.samekey.steps.judge.world.Switches;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A target and all that it needs around it: who it calls and where it sends its spans, the way to its store, its process,
 * the wire to it and the oracles. Everything is opened in that order and closed in reverse, also when opening fails half-way.
 */
public final class Rig implements AutoCloseable {
    private final TargetFile file;
    private final Starter starter;
    private final Path output;
    private final Pace pace;
    private final Deque<Runnable> opened = new ArrayDeque<>();
    /** The process that was started and is not ready yet. */
    private volatile Starter.@Nullable Started starting;

    private @Nullable Access access;
    private @Nullable FaultProxy proxy;

    /**
     * Prepares a rig, opens nothing.
     *
     * @param output the file that the output of the target's process is added to
     */
    public Rig(TargetFile file, Starter starter, Path output) {
        this.file = file;
        this.starter = starter;
        this.output = output;
        Target.Limits limits = file.target().limits();
        this.pace = new Pace(limits.requests(), limits.rate(file.target().urls()), limits.connections());
    }

    /**
     * Opens everything.
     *
     * @throws CannotRun when a part of it cannot be opened, the target does not answer, or the trial throws it
     */
    public Rig open(Trial trial) {
        try {
            redacting(() -> assemble(trial));
            return this;
        } catch (RuntimeException | Error failure) {
            try {
                close();
            } catch (RuntimeException further) {
                failure.addSuppressed(further);
            }
            throw failure;
        }
    }

    private void assemble(Trial trial) {
        Target target = file.target();
        Brokers brokers = new Brokers(target.operations().values());
        opened.push(brokers::close);
        Counterparts counterparts = new Counterparts(target);
        opened.push(counterparts::close);
        counterparts.open();
        Capabilities capabilities =
                Capabilities.none(target).with(Brokers.class, brokers).with(Counterparts.class, counterparts);
        OtlpReceiver spans = Oracles.spans(target, trial);
        if (spans != null) {
            opened.push(spans::close);
        }
        capabilities = withProcess(withStore(capabilities));
        brokers.open();
        Created created = new Created(file.contracts(), file.secrets());
        PrincipalCredentials credentials =
                new PrincipalCredentials(file, target.limits().answerLimit());
        opened.push(credentials::close);
        signIn(credentials, trial);
        Wire wire = new Wire(
                target.limits().answerLimit(),
                brokers,
                file.network(),
                pace,
                target::requireWrites,
                created::see,
                credentials,
                new Polls(target.urls(), created));
        opened.push(wire::close);
        FaultProxy faults = new FaultProxy(wire, target.limits().answerLimit());
        opened.push(faults::close);
        proxy = faults;
        DatabaseOracle database = Oracles.database(target);
        if (database != null) {
            opened.push(database::close);
        }
        capabilities = capabilities.with(PrincipalCredentials.class, credentials);
        capabilities = new Oracles(file, trial, credentials).in(withControls(capabilities, wire), database, spans);
        access = new Access(target, wire, capabilities, created);
    }

    private static void signIn(PrincipalCredentials credentials, Trial trial) {
        for (String principal : credentials.principals()) {
            try {
                trial.signedIn(principal, credentials.tried(principal));
            } catch (NoCredentials failure) {
                trial.notSignedIn(principal, String.valueOf(failure.getMessage()));
            }
        }
    }

    private Capabilities withStore(Capabilities capabilities) {
        Target.Store named = file.target().store();
        if (named == null || named.listen() == null) {
            return capabilities;
        }
        StoreRelay store = new StoreRelay(named);
        opened.push(store::close);
        store.restore();
        return capabilities.with(StoreSwitch.class, store);
    }

    private Capabilities withProcess(Capabilities capabilities) {
        Target.Lifecycle lifecycle = file.target().lifecycle();
        if (lifecycle == null) {
            TargetProcess.mustAnswer(file.target(), file.network());
            return capabilities;
        }
        return capabilities.with(Restart.class, new Redacting(start(lifecycle), capabilities.switches()));
    }

    private Capabilities withControls(Capabilities capabilities, Wire wire) {
        Target target = file.target();
        Target.Clock clock = target.clock();
        Operation.Template cleanup = target.cleanup();
        Target.Store store = target.store();
        Capabilities all = capabilities;
        if (store != null && store.cut() != null && store.restore() != null) {
            all = all.with(
                    StoreSwitch.class,
                    new ControlledStore(
                            new Control("take its store away", store.cut(), wire, target),
                            new Control("give its store back", store.restore(), wire, target),
                            capabilities.switches()));
        }
        if (clock != null) {
            all = all.with(Clock.class, new Clock(new Control("move its clock", clock.advance(), wire, target)));
        }
        if (cleanup != null) {
            all = all.with(Control.class, new Control("run its cleanup", cleanup, wire, target));
        }
        if (target.restartReplica() != null) {
            all = all.with(OtherReplica.class, otherReplica(target.restartReplica(), wire));
        }
        return all;
    }

    private OtherReplica otherReplica(Target.RestartReplica named, Wire wire) {
        Target target = file.target();
        Operation.Template request = named.request();
        List<String> command = named.command();
        Runnable restart = request == null
                ? OtherReplica.by(Objects.requireNonNull(command, "one of them"), file.folder(), output)
                : new Control("restart a replica", request, wire, target)::send;
        Target.Lifecycle lifecycle = target.lifecycle();
        URI last = target.urls().get(target.urls().size() - 1);
        return new OtherReplica(last, lifecycle == null ? null : lifecycle.ready(), file.network(), restart);
    }

    private Starter.Started start(Target.Lifecycle lifecycle) {
        Starter.Started process = starter.prepare(lifecycle, file.target().urls(), file.folder(), output);
        opened.push(process::close);
        starting = process;
        if (pace.ended()) {
            throw new CannotRun("the run was ended before the target was started");
        }
        process.start();
        starting = null;
        return process;
    }

    public TargetFile file() {
        return file;
    }

    public Pace pace() {
        return pace;
    }

    /** The opened target. */
    public Access access() {
        return Objects.requireNonNull(access, "the rig is not open");
    }

    public Wire wire() {
        return access().wire();
    }

    public Capabilities capabilities() {
        return access().capabilities();
    }

    public FaultProxy proxy() {
        return Objects.requireNonNull(proxy, "the rig is not open");
    }

    /** Takes away what was created. */
    public Cleaned clean() {
        return access().created().clean(wire(), file.target().urls().get(0));
    }

    /** Ends the run early: nothing more is sent, and a target that is not ready yet is not waited for. */
    public void end() {
        pace.end();
        Starter.Started waitedFor = starting;
        if (waitedFor != null) {
            waitedFor.close();
        }
    }

    /** Whether the run was ended before the target was ready. */
    public boolean endedAtStart() {
        return starting != null && pace.ended();
    }

    /** Closes all that was opened, whatever fails meanwhile, and takes the secrets out of the target's output. */
    @Override
    public void close() {
        try {
            redacting(this::closeLastFirst);
        } finally {
            redactOutput();
        }
    }

    private void closeLastFirst() {
        Runnable last = opened.poll();
        if (last != null) {
            try {
                last.run();
            } finally {
                closeLastFirst();
            }
        }
    }

    private void redactOutput() {
        try {
            file.secrets().redact(output);
        } catch (IOException failure) {
            throw new CannotRun("cannot take the secrets out of " + output + ": " + failure.getMessage());
        }
    }

    /** The reason may quote the target, or what the target file says. */
    private void redacting(Runnable work) {
        try {
            work.run();
        } catch (CannotRun failure) {
            throw new CannotRun(file.secrets().redact(String.valueOf(failure.getMessage())));
        }
    }

    /** The target's process, which prints its last output where it does not start again. */
    private final class Redacting implements Restart {
        private final Restart process;
        private final Switches switches;

        Redacting(Restart process, Switches switches) {
            this.process = process;
            this.switches = switches;
        }

        @Override
        public void kill() {
            redacting(process::kill);
        }

        @Override
        public void start() {
            redacting(process::start);
            switches.restarted();
        }

        @Override
        public boolean isRunning() {
            return process.isRunning();
        }
    }
}
