package dev.samekey.steps.drive.service;

import dev.samekey.steps.drive.client.Task;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The service of one session with a client under test. It listens on loopback, keeps what it has done under each key, does to each
 * attempt what the script says, and records it.
 *
 * <p>The times that it records are those of its own threads: an attempt has arrived when its last byte was read, and has ended just
 * before its response is written or its connection closed. So the time from an end to the next arrival is never less than the
 * client waited. It is more by what the way and the threads take: a few milliseconds where the machine has time, tens where it has
 * none. After a silence it is more by up to 20 ms, because the service looks that often whether the client still waits.
 */
public final class Service implements AutoCloseable {
    /** What it answers where nothing else is said. */
    public static final Answer COMPLETED = new Answer(
            201,
            List.of(new Header("Content-Type", "application/json")),
            "{\"id\": \"${id}\", \"status\": \"completed\"}");

    /** How many requests it takes; the next one is a flood. */
    public static final int MOST_REQUESTS = 2_000;

    /** How long it is silent at most; then the connection is reset. */
    public static final Duration LONGEST_SILENCE = Duration.ofSeconds(60);

    private final Map<String, Answer> answers;
    private final Contract contract;
    private final Script script;
    private final ServiceEffects effects;
    private final ServiceResponses responses;
    private final @Nullable Path folder;
    private final @Nullable Certificate certificate;
    private final HttpListener httpListener;
    private final AtomicBoolean flooded = new AtomicBoolean();

    // What follows is guarded by this.
    private final List<Attempt> attempts = new ArrayList<>();
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final List<String> underWay = new ArrayList<>();
    /** What went wrong while an attempt was served: from then on attempts may be missing here. */
    private @Nullable Throwable failure;

    private boolean reported;

    private Service(
            Contract contract,
            Map<String, Answer> answers,
            Script script,
            Protocol protocol,
            int port,
            @Nullable Path certificates) {
        this.contract = contract;
        this.answers = Map.copyOf(answers);
        this.script = script;
        this.effects = new ServiceEffects(contract);
        this.responses = new ServiceResponses(contract);
        this.folder = protocol.isSecure() && certificates == null ? temporary() : null;
        Path kept = certificates == null ? folder : certificates;
        this.certificate = protocol.isSecure() ? Certificate.in(Objects.requireNonNull(kept)) : null;
        this.httpListener = new HttpListener(protocol, port, certificate, this::serve);
    }

    /**
     * Opens a service at a free port.
     *
     * @param answers by operation; {@code ${id}} is the id of the effect, {@code ${/pointer}} a part of the request. An operation
     *     that is not there is answered by the only answer, or by {@link #COMPLETED}
     */
    public static Service open(Contract contract, Map<String, Answer> answers, Script script, Protocol protocol) {
        return open(contract, answers, script, protocol, 0, null);
    }

    /**
     * The same at a given port.
     *
     * @param certificates a folder in which services find the certificate of the first one; null where it is not to be kept
     * @throws dev.samekey.steps.drive.process.CannotRun when something else listens there
     */
    public static Service open(
            Contract contract,
            Map<String, Answer> answers,
            Script script,
            Protocol protocol,
            int port,
            @Nullable Path certificates) {
        Service service = new Service(contract, answers, script, protocol, port, certificates);
        try {
            service.httpListener.open();
        } catch (RuntimeException failure) {
            service.close();
            throw failure;
        }
        return service;
    }

    /** Where it listens, without a slash at the end. */
    public URI url() {
        return httpListener.url();
    }

    /** A PEM file of the certificate to trust; empty without TLS. The file lasts as long as the service. */
    public Optional<Path> authority() {
        return Optional.ofNullable(certificate).map(Certificate::pem);
    }

    /** Says that a client is going to be asked this, so that its attempts are known. */
    public synchronized void expect(Task task) {
        tasks.put(task.unique(), task);
        underWay.add(task.unique());
    }

    /** Says that the client has reported how a task ended. Attempts that come later are still known by the task's word. */
    public synchronized void over(Task task) {
        underWay.remove(task.unique());
    }

    /**
     * All attempts, in the order of their arrival.
     *
     * @throws IllegalStateException when the service failed to serve one, so that attempts may be missing
     */
    public synchronized List<Received> received() {
        mustBeWhole();
        return attempts.stream().map(Attempt::received).toList();
    }

    /**
     * The attempts of a task, in the order of their arrival.
     *
     * @param unique the word of the task; empty for those that belong to none
     * @throws IllegalStateException when the service failed to serve one, so that attempts may be missing
     */
    public synchronized List<Received> received(String unique) {
        mustBeWhole();
        return of(unique).map(Attempt::received).toList();
    }

    /** How often it acted for a task. */
    public synchronized int effects(String unique) {
        mustBeWhole();
        return (int) of(unique).filter(attempt -> attempt.acted).count();
    }

    /** Whether more requests arrived than {@link #MOST_REQUESTS}. They were reset, and are not recorded. */
    public boolean flooded() {
        return flooded.get();
    }

    /** Begins an outage: every connection is closed, and who opens one is refused. */
    public void refuseConnections() {
        httpListener.refuse();
    }

    /** Ends the outage, at the same port. */
    public void acceptConnections() {
        httpListener.accept();
    }

    /** @throws IllegalStateException when the service failed to serve an attempt, and this is not reported yet */
    @Override
    public void close() {
        httpListener.close();
        if (folder != null) {
            delete(folder);
        }
        synchronized (this) {
            if (!reported) {
                mustBeWhole();
            }
        }
    }

    private Stream<Attempt> of(String unique) {
        return attempts.stream().filter(attempt -> attempt.unique.equals(unique));
    }

    private void mustBeWhole() {
        if (failure != null) {
            reported = true;
            throw new IllegalStateException("an attempt of the client could not be served: " + failure, failure);
        }
    }

    private synchronized void failed(Throwable cause) {
        failure = failure == null ? cause : failure;
    }

    private void serve(ServiceCall call) {
        Attempt attempt = arrive(call);
        if (attempt == null) {
            call.reset();
            return;
        }
        try {
            Behaviour decided = script.decide(attempt.unique, attempt.number);
            attempt.behaviour = decided;
            run(call, attempt, decided);
        } catch (RuntimeException | Error error) {
            failed(error);
            call.reset();
        } finally {
            attempt.end();
        }
    }

    /** Notes an attempt, or that it is one too many. */
    private synchronized @Nullable Attempt arrive(ServiceCall call) {
        if (attempts.size() >= MOST_REQUESTS) {
            flooded.set(true);
            return null;
        }
        String unique = unique(call.request());
        int number = (int) of(unique).count() + 1;
        Attempt attempt = new Attempt(unique, number, call, call.request().key(contract.key()));
        attempts.add(attempt);
        return attempt;
    }

    /** The longest word that stands in the request; else that of the only task under way. */
    private String unique(ServiceRequest request) {
        return tasks.keySet().stream()
                .filter(request::mentions)
                .max(Comparator.comparing(String::length))
                .orElse(underWay.size() == 1 ? underWay.get(0) : "");
    }

    private void run(ServiceCall call, Attempt attempt, Behaviour behaviour) {
        if (behaviour instanceof Behaviour.Delay delay) {
            long gone = call.hold(delay.by(), false);
            run(call, attempt, delay.then());
            attempt.lost(gone);
        } else if (behaviour instanceof Behaviour.Refuse refuse) {
            respond(call, attempt, responses.refusal(refuse));
        } else if (behaviour instanceof Behaviour.Redirect redirect) {
            // Who follows it with another method sends no payload: the address says which operation it is about.
            String target = call.request().target();
            String moved = url() + target + (target.contains("?") ? "&" : "?") + "moved=" + attempt.unique;
            respond(call, attempt, ServiceResponses.redirect(redirect.status(), moved));
        } else if (behaviour instanceof Behaviour.Lose lose) {
            Answer answer = lose.acts() ? act(attempt, call.request()) : COMPLETED;
            lose(call, attempt, lose.loss(), answer);
        } else {
            respond(call, attempt, act(attempt, call.request()));
        }
    }

    private Answer act(Attempt attempt, ServiceRequest request) {
        Answer form = answer(attempt.unique);
        if (request.isSafe()) {
            return ServiceResponses.filled(form, "0", request);
        }
        ServiceEffects.Result result = effects.act(request, id -> ServiceResponses.filled(form, id, request));
        if (!result.fits() && contract.mismatch() != Contract.Mismatch.REPLAY) {
            Behaviour.Refuse mismatch = responses.mismatch();
            attempt.behaviour = mismatch;
            return responses.refusal(mismatch);
        }
        attempt.acted = result.isNew();
        return result.isNew() ? responses.first(result.effect().answer()) : responses.replay(result.effect());
    }

    private synchronized Answer answer(String unique) {
        Task task = tasks.get(unique);
        Answer named = task == null ? null : answers.get(task.operation());
        if (named != null) {
            return named;
        }
        return answers.size() == 1 ? answers.values().iterator().next() : COMPLETED;
    }

    private static void respond(ServiceCall call, Attempt attempt, Answer answer) {
        attempt.status = answer.status();
        attempt.end();
        try {
            call.respond(answer);
        } catch (IOException gone) {
            // The client did not wait for it: so there was none.
            attempt.status = null;
        }
    }

    private static void lose(ServiceCall call, Attempt attempt, Behaviour.Loss loss, Answer answer) {
        if (loss == Behaviour.Loss.SILENCE) {
            attempt.lost(call.hold(LONGEST_SILENCE, true));
        }
        attempt.end();
        try {
            switch (loss) {
                case SILENCE, RESET -> call.reset();
                case CLOSED -> call.close();
                case TRUNCATED -> call.truncate(answer);
            }
        } catch (IOException gone) {
            // The client did not wait: the response is lost either way.
            call.reset();
        }
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("service");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void delete(Path folder) {
        try {
            FileTree.remove(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** An attempt, while it is under way and after. One thread writes it, and others read it. */
    private static final class Attempt {
        private final String unique;
        private final int number;
        private final ServiceCall call;
        private final @Nullable String key;
        private volatile Behaviour behaviour = new Behaviour.Succeed();
        private volatile boolean acted;
        private volatile @Nullable Integer status;
        private volatile long endedNanos;

        Attempt(String unique, int number, ServiceCall call, @Nullable String key) {
            this.unique = unique;
            this.number = number;
            this.call = call;
            this.key = key;
        }

        /** Notes that the client had given up before anything was written. */
        void lost(long goneNanos) {
            if (goneNanos != 0) {
                endedNanos = goneNanos;
                status = null;
            }
        }

        /** Notes the end, unless there was one before. */
        void end() {
            if (endedNanos == 0) {
                endedNanos = System.nanoTime();
            }
        }

        Received received() {
            ServiceRequest request = call.request();
            return new Received(
                    unique,
                    number,
                    call.arrivedNanos(),
                    endedNanos,
                    request.protocol(),
                    request.method(),
                    request.target(),
                    request.headers(),
                    request.body(),
                    key,
                    behaviour,
                    acted,
                    status);
        }
    }
}
