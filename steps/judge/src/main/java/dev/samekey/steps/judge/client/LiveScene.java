package dev.samekey.steps.judge.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.wait.Await;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.client.Client;
import dev.samekey.steps.drive.client.ClientFault;
import dev.samekey.steps.drive.client.Clients.Session;
import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.client.Task;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.drive.service.Protocol;
import dev.samekey.steps.drive.service.Received;
import dev.samekey.steps.drive.service.Script;
import dev.samekey.steps.drive.service.Service;
import dev.samekey.steps.judge.statistics.Noise;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.file.Placeholders;
import dev.samekey.steps.model.targets.ClientUnderTest.ClientOperation;
import dev.samekey.steps.model.targets.ClientUnderTest.Trigger;
import dev.samekey.steps.model.verdict.Judgement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** With real clients, which send to a real service. */
public final class LiveScene implements Scene {
    private static final Duration LOOK = Duration.ofMillis(50);

    /** Of fewer operations the delays make no picture. */
    private static final int LEAST_OF_MANY = 20;

    private final Bench bench;
    private final CurrentPhase phase;
    private final Journal journal;
    private final Pace pace;
    private final LongAdder arrived;
    private final ExecutorService asking = Executors.newCachedThreadPool();
    private final List<Opened> clients = new ArrayList<>();
    private final List<Asked> asked = new ArrayList<>();
    private volatile Script script = (unique, number) -> new Behaviour.Succeed();
    private @Nullable Service service;
    private int tasks;
    private int clockSpeed = 1;
    private boolean reportsStatus;
    private final NoiseMeter meter;
    /** How late the client was to notice responses, beside what the meter measures. */
    private final List<Duration> reactions = new ArrayList<>();

    /** How many requests had arrived when the scenario was ready to be judged. */
    private @Nullable Integer arrivedInTime;

    private int arrivedLate;
    private @Nullable Long begunNanos;
    private @Nullable Future<?> outage;
    private Duration room;
    private Duration usualReport = Duration.ZERO;

    /** @param arrived counts the requests of the whole run */
    public LiveScene(Bench bench, CurrentPhase phase, Journal journal, Pace pace, LongAdder arrived, NoiseMeter meter) {
        this.bench = bench;
        this.phase = phase;
        this.journal = journal;
        this.pace = pace;
        this.arrived = arrived;
        this.meter = meter;
        this.room = bench.room();
    }

    private record Opened(Client client, Path folder) {}

    private record Asked(
            Task task,
            int client,
            long askedNanos,
            @Nullable Outcome outcome) {}

    @Override
    public Bench bench() {
        return bench;
    }

    @Override
    public boolean reportsStatus() {
        return reportsStatus;
    }

    @Override
    public void hurry() {
        clockSpeed = bench.client().clockSpeed();
    }

    @Override
    public int clockSpeed() {
        return clockSpeed;
    }

    @Override
    public void play(Script other) {
        phase.requireActing();
        script = other;
    }

    @Override
    public void performAtOnce(int howMany, int eachOf) {
        if (howMany > bench.client().atOnce()) {
            throw Judgement.notChecked("client.at_once: the client does "
                    + bench.client().atOnce() + " operations at once, and this takes " + howMany);
        }
        begun(howMany, eachOf).forEach(Runnable::run);
    }

    private List<Runnable> begun(int howMany, int eachOf) {
        List<Runnable> begun = new ArrayList<>();
        for (int client = 0; client < eachOf; client++) {
            for (int i = 0; i < howMany; i++) {
                begun.add(begin(client, task(clientOperation(), newUnique())));
            }
        }
        return begun;
    }

    @Override
    public Duration warmUp(int howMany, int eachOf) {
        Script judged = script;
        script = (unique, number) -> new Behaviour.Succeed();
        performAtOnce(howMany, eachOf);
        forget();
        performAtOnce(howMany, eachOf);
        Duration lag = performed().stream()
                .filter(one -> !one.attempts().isEmpty())
                .map(one -> Duration.ofNanos(one.attempts().get(0).arrivedNanos() - one.askedNanos()))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        List<Duration> noticed = performed().stream()
                .filter(one -> one.outcome() != null && one.last().isPresent())
                .map(one ->
                        Duration.ofNanos(Objects.requireNonNull(one.outcome()).endedNanos()
                                - one.last().orElseThrow().endedNanos()))
                .toList();
        // A client may report as late as it likes, as long as it always does.
        Duration least = noticed.stream().min(Duration::compareTo).orElse(Duration.ZERO);
        noticed.forEach(after -> reactions.add(after.minus(least)));
        usualReport = least;
        forget();
        script = judged;
        // That clients start makes a machine late, and no delay is judged before.
        begunNanos = System.nanoTime();
        return lag;
    }

    @Override
    public void performAlike(int howMany) {
        String unique = newUnique();
        for (int i = 0; i < howMany; i++) {
            begin(0, task(clientOperation(), unique)).run();
        }
    }

    @Override
    public void resume(Performed parked, boolean anew) {
        phase.requireActing();
        asked.removeIf(one -> one.task().equals(parked.task()));
        if (anew) {
            Opened before = clients.remove(0);
            before.client().kill();
            clients.add(0, open(before.folder()));
        }
        begin(0, parked.task(), opened -> opened.resume(parked.task())).run();
    }

    @Override
    public List<Performed> performed() {
        Service playing = Objects.requireNonNull(service, "no operation was performed");
        return asked.stream()
                .map(one -> new Performed(
                        one.task(),
                        one.client(),
                        one.askedNanos(),
                        one.outcome(),
                        playing.received(one.task().unique()),
                        clockSpeed))
                .toList();
    }

    @Override
    public int effects(Performed one) {
        return Objects.requireNonNull(service).effects(one.task().unique());
    }

    @Override
    public Noise noise() {
        long begun = Objects.requireNonNull(begunNanos, "no operation was performed");
        return meter.since(begun, reactions).at(clockSpeed);
    }

    @Override
    public List<Received> received() {
        return service().received();
    }

    /** Where the service answers. */
    public URI url() {
        return service().url();
    }

    @Override
    public Plays.Sent sent() {
        List<Received> all = service().received();
        int retries = (int) all.stream().filter(attempt -> attempt.number() > 1).count();
        return new Plays.Sent(all.size(), retries);
    }

    @Override
    public void forget() {
        reportsStatus |= asked.stream()
                .map(Asked::outcome)
                .anyMatch(outcome -> outcome != null
                        && outcome.failure() != null
                        && outcome.failure().status() != null);
        asked.clear();
    }

    @Override
    public boolean isCutOff() {
        return service != null && service.flooded();
    }

    @Override
    public void requireAllSeen() {
        if (arrivedLate > 0) {
            throw Judgement.inconclusive("the client sent " + arrivedLate
                    + (arrivedLate == 1 ? " more request after" : " more requests after")
                    + " it had reported its operations, so not all was judged: report an operation"
                    + " when its last attempt has ended");
        }
        if (isCutOff()) {
            throw Judgement.inconclusive("the client sent more requests than the service takes in a scenario ("
                    + Service.MOST_REQUESTS + "), and was cut off: what is broken until then is broken, and no more is"
                    + " known");
        }
    }

    @Override
    public void leave() {
        asking.shutdownNow();
        clients.forEach(this::close);
        if (service != null) {
            int all = service.received().size();
            arrivedLate = arrivedInTime == null ? 0 : all - arrivedInTime;
            arrived.add(all);
            service.close();
        }
    }

    /** A client that breaks the protocol after its report is not judged either. */
    private static void check(Opened opened) {
        try {
            opened.client().check();
        } catch (ClientFault fault) {
            throw Judgement.inconclusive(String.valueOf(fault.getMessage()));
        }
    }

    private void close(Opened opened) {
        try {
            opened.client().close();
        } catch (ClientFault fault) {
            // What it did until then was seen, and is judged.
            journal.add(Evidence.text(EvidenceKind.NOTE, "the end of the client", String.valueOf(fault.getMessage())));
        }
    }

    /** @return waits for the outcome */
    private Runnable begin(int client, Task task) {
        return begin(client, task, opened -> opened.perform(task));
    }

    private Runnable begin(int index, Task task, Function<Client, Outcome> work) {
        phase.requireActing();
        if (pace.ended()) {
            throw Judgement.notChecked("the run was ended before this was judged");
        }
        if (begunNanos == null) {
            begunNanos = System.nanoTime();
        }
        Service playing = service();
        while (clients.size() <= index) {
            clients.add(open(newFolder()));
        }
        Client client = clients.get(index).client();
        playing.expect(task);
        long start = System.nanoTime();
        Future<Outcome> outcome = asking.submit(() -> work.apply(client));
        long end = start + bench.longestWait().toNanos();
        return () -> {
            asked.add(new Asked(task, index, start, await(outcome, end)));
            playing.over(task);
        };
    }

    /** Null where it has not ended in time. */
    private static @Nullable Outcome await(Future<Outcome> outcome, long end) {
        try {
            return outcome.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException tooLong) {
            return null;
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("the client to end an operation", interrupted);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof ClientFault fault) {
                throw Judgement.inconclusive(String.valueOf(fault.getMessage()));
            }
            throw new IllegalStateException(failure.getCause());
        }
    }

    @Override
    public void refuseConnections(Duration time, Duration margin) {
        phase.requireActing();
        Service playing = service();
        room = margin.compareTo(room) < 0 ? margin : room;
        playing.refuseConnections();
        outage = asking.submit(() -> {
            Await.pause("the end of the outage", time);
            playing.acceptConnections();
        });
    }

    private void outageIsOver() {
        if (outage == null) {
            return;
        }
        try {
            outage.get(bench.longestOperation().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException tooLong) {
            throw new IllegalStateException("the service does not listen again", tooLong);
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("the service to listen again", interrupted);
        } catch (ExecutionException failure) {
            throw new IllegalStateException("the service does not listen again", failure.getCause());
        }
    }

    @Override
    public Duration usualReport() {
        return usualReport;
    }

    @Override
    public Duration room() {
        return room;
    }

    @Override
    public void rest() {
        outageIsOver();
        var unused = Await.until(
                "operations that the client does not report",
                bench.longestOperation(),
                LOOK,
                () -> performed().stream().allMatch(this::isOver));
        Await.pause("retries that come late", bench.longestDelay());
    }

    @Override
    public void settle() {
        rest();
        arrivedInTime = service().received().size();
        clients.forEach(LiveScene::check);
        List<Performed> performed = performed();
        journal.add(Evidence.text(EvidenceKind.WIRE, "the attempts that arrived", Wires.table(performed)));
        journal.add(Pictures.timeLine(performed));
        if (clockSpeed > 1) {
            FastClock.requireFollowed(performed, bench.retry(), noise());
        }
        List<Envelope> bounds = bench.bounds();
        if (!bounds.isEmpty() && performed.size() >= LEAST_OF_MANY) {
            journal.add(Pictures.delays(performed, bounds));
        }
    }

    /** An operation whose end nobody reports is over when it has succeeded, or when no attempt came for long enough. */
    private boolean isOver(Performed one) {
        boolean isReported = one.outcome() == null || one.outcome().succeeded().isPresent();
        return isReported || one.last().filter(this::isTheLast).isPresent();
    }

    private boolean isTheLast(Received attempt) {
        boolean succeeded = attempt.status() != null && attempt.status() / 100 == 2;
        long silence = System.nanoTime() - attempt.arrivedNanos();
        return succeeded || silence > bench.longestSilence().toNanos();
    }

    private Service service() {
        Service playing = service;
        if (playing == null) {
            Trigger trigger = bench.client().trigger();
            playing = Service.open(
                    bench.contract(),
                    bench.answers(),
                    (unique, number) -> script.decide(unique, number),
                    Protocol.valueOf(bench.client().protocol().name()),
                    trigger == null ? 0 : trigger.listen(),
                    certificates());
            service = playing;
        }
        return playing;
    }

    private Opened open(Path folder) {
        Service playing = service();
        try {
            return new Opened(
                    bench.clients()
                            .open(new Session(
                                    playing.url(), folder, playing.authority().orElse(null), clockSpeed)),
                    folder);
        } catch (ClientFault fault) {
            throw Judgement.inconclusive(String.valueOf(fault.getMessage()));
        }
    }

    /** They outlive the scenario: to make one takes a second. */
    private Path certificates() {
        try {
            return Files.createDirectories(bench.certificates());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Path newFolder() {
        try {
            return Files.createTempDirectory(Files.createDirectories(bench.folder()), "client");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String clientOperation() {
        return bench.client().firstOperation();
    }

    private Task task(String operation, String unique) {
        ClientOperation form =
                Objects.requireNonNull(bench.client().operations().get(operation));
        JsonNode payload = new Placeholders(name -> TextNode.valueOf(unique)).fill(form.payload());
        return new Task(String.valueOf(++tasks), operation, payload, unique);
    }

    private static String newUnique() {
        return "u-" + UUID.randomUUID().toString().substring(0, 13);
    }
}
