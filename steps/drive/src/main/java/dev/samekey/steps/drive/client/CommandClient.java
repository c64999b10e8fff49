package dev.samekey.steps.drive.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.process.ProcessTree;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A command that runs. Three threads serve its pipes, so that nobody waits for a pipe without a limit. */
final class CommandClient implements Client {
    private static final Duration EXIT_LIMIT = Duration.ofSeconds(5);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
    /** For what a program that has ended wrote last. */
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(1);

    private static final int LONGEST_LINE = 1024 * 1024;
    private static final int SHOWN = 5;

    private final Process process;
    private final Duration limit;
    private final Tail errors = new Tail();
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> reportsRead = new CompletableFuture<>();
    private final CompletableFuture<Void> errorsRead = new CompletableFuture<>();

    // What follows is guarded by this.
    private final Map<String, CompletableFuture<Optional<Report>>> waiting = new LinkedHashMap<>();
    private final Set<String> reported = new HashSet<>();
    private @Nullable ClientFault fault;
    private boolean isFaultKnown;
    private boolean isClosing;
    private boolean isKilled;
    private int resumed;

    private CommandClient(Process process, Duration limit) {
        this.process = process;
        this.limit = limit;
    }

    static CommandClient start(List<String> command, Path folder, Clients.Session session, Duration limit) {
        if (!Files.isDirectory(folder)) {
            throw new ClientFault("the client cannot be started: its folder " + folder + " does not exist");
        }
        String url = session.url().toString();
        ProcessBuilder builder = new ProcessBuilder(command.stream()
                        .map(word -> word.replace("${url}", url))
                        .toList())
                .directory(folder.toFile());
        builder.environment().putAll(environment(session));
        try {
            CommandClient client = new CommandClient(builder.start(), limit);
            client.serve();
            return client;
        } catch (IOException failure) {
            throw new ClientFault("the client cannot be started: " + failure.getMessage()
                    + ". Is the command right, and can it be found from " + folder.toAbsolutePath() + "?");
        }
    }

    /** The variables that say where a client sends, and what is its own. */
    static Map<String, String> environment(Clients.Session session) {
        Map<String, String> variables = new HashMap<>();
        variables.put("SAMEKEY_URL", session.url().toString());
        variables.put("SAMEKEY_FOLDER", session.folder().toAbsolutePath().toString());
        variables.put("TZ", CommandClients.TIME_ZONE);
        if (session.clockSpeed() > 1) {
            variables.put("SAMEKEY_CLOCK_SPEED", String.valueOf(session.clockSpeed()));
        }
        if (session.authority() != null) {
            variables.put("SAMEKEY_CA", session.authority().toAbsolutePath().toString());
        }
        return variables;
    }

    private void serve() {
        run("client-errors", () -> {
            errors.read(process.getErrorStream());
            errorsRead.complete(null);
        });
        run("client-operations", this::write);
        run("client-reports", this::read);
        // Something that it started may hold its pipes open.
        var unused = process.onExit()
                .thenCompose(ended -> CompletableFuture.allOf(reportsRead, errorsRead)
                        .completeOnTimeout(null, DRAIN_LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                .thenRun(this::ended);
    }

    private static void run(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public Outcome perform(Task task) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("id", task.id()).put("operation", task.operation()).set("payload", task.payload());
        return ask(task.id(), task.id(), line);
    }

    @Override
    public Outcome resume(Task task) {
        String id;
        synchronized (this) {
            resumed++;
            id = task.id() + "-resumed-" + resumed;
        }
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("id", id).put("resume", task.id());
        return ask(task.id(), id, line);
    }

    private Outcome ask(String task, String id, ObjectNode line) {
        CompletableFuture<Optional<Report>> report = expect(id);
        lines.add(Optional.of(line.toString()));
        try {
            Optional<Report> said = report.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return said.map(one -> one.outcome(task)).orElseGet(() -> Outcome.unknown(task));
        } catch (TimeoutException late) {
            throw new ClientFault("the client has not reported the operation " + id + " within " + limit.toMillis()
                    + " ms: does it write one line for each id, and flush it?" + errors.lastLines());
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof ClientFault known ? known : new IllegalStateException(failure);
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("the client to report the operation " + id, interrupted);
        }
    }

    private synchronized CompletableFuture<Optional<Report>> expect(String id) {
        check();
        if (isKilled) {
            throw new ClientFault("the client was killed, and was not opened again");
        }
        CompletableFuture<Optional<Report>> report = new CompletableFuture<>();
        if (reported.contains(id) || waiting.putIfAbsent(id, report) != null) {
            throw new IllegalArgumentException("the client was asked the operation " + id + " before");
        }
        return report;
    }

    /** Writes what is asked, until nothing more will be. */
    private void write() {
        try (OutputStream out = process.getOutputStream()) {
            for (Optional<String> line = lines.take(); line.isPresent(); line = lines.take()) {
                out.write((line.get() + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (IOException closed) {
            // It reads no more. What it then does not report is missed by whoever waits for it.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (InputStream in = new BufferedInputStream(process.getInputStream())) {
            for (String line = line(in); line != null; line = line(in)) {
                if (!line.isBlank()) {
                    take(Report.of(line), line);
                }
            }
            reportsRead.complete(null);
            if (!await(DRAIN_LIMIT) && !missing().isEmpty()) {
                fail(new ClientFault("the client has closed its output, and still has to report the operation"
                        + shown(missing()) + "." + errors.lastLines()));
            }
        } catch (ClientFault wrong) {
            fail(wrong);
        } catch (IOException ended) {
            // It has ended.
        } finally {
            reportsRead.complete(null);
        }
    }

    /** The next line; null at the end. What stands after the last line break is a line, too. */
    private static @Nullable String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        for (; next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
            if (line.size() > LONGEST_LINE) {
                throw Report.wrong(
                        line.toString(StandardCharsets.UTF_8),
                        "is longer than " + LONGEST_LINE + " bytes",
                        "end each report with a line break");
            }
        }
        return next < 0 && line.size() == 0 ? null : line.toString(StandardCharsets.UTF_8);
    }

    private synchronized void take(Report report, String line) {
        CompletableFuture<Optional<Report>> waits = waiting.remove(report.id());
        if (waits != null) {
            reported.add(report.id());
            waits.complete(Optional.of(report));
        } else if (reported.contains(report.id())) {
            throw Report.wrong(line, "reports the operation " + report.id() + " again", "write one line for each id");
        } else {
            throw Report.wrong(
                    line,
                    "has the id «" + report.id() + "», which no operation has",
                    "repeat the id of the operation as it was given");
        }
    }

    private void ended() {
        synchronized (this) {
            if (isKilled || (isClosing && waiting.isEmpty())) {
                return;
            }
        }
        String exit = "the client ended with exit code " + process.exitValue();
        List<String> missing = missing();
        String what = missing.isEmpty()
                ? exit + " before its input ended: it must run until then."
                : exit + " before it reported the operation" + shown(missing) + ".";
        fail(new ClientFault(what + errors.lastLines()));
    }

    private synchronized List<String> missing() {
        return List.copyOf(waiting.keySet());
    }

    private static String shown(List<String> ids) {
        String first = ids.size() == 1 ? " " : "s ";
        return ids.size() <= SHOWN
                ? first + String.join(", ", ids)
                : first + String.join(", ", ids.subList(0, SHOWN)) + " and " + (ids.size() - SHOWN) + " more";
    }

    /** The first fault is the client's; what follows may follow from it. */
    private synchronized void fail(ClientFault wrong) {
        if (fault == null) {
            fault = wrong;
        }
        isFaultKnown |= !waiting.isEmpty();
        ClientFault first = fault;
        waiting.values().forEach(report -> report.completeExceptionally(first));
        waiting.clear();
    }

    @Override
    public synchronized void check() {
        if (fault != null) {
            isFaultKnown = true;
            throw fault;
        }
    }

    @Override
    public String words() {
        return errors.text();
    }

    @Override
    public void kill() {
        synchronized (this) {
            isKilled = true;
            waiting.values().forEach(report -> report.complete(Optional.empty()));
            waiting.clear();
        }
        kill(ProcessTree.of(process));
    }

    @Override
    public void close() {
        ProcessTree tree = ProcessTree.of(process);
        synchronized (this) {
            isClosing = true;
        }
        lines.add(Optional.empty());
        boolean isOver = await(hasFault() ? Duration.ZERO : EXIT_LIMIT);
        kill(tree);
        awaitLastReports();
        synchronized (this) {
            if (fault != null && !isFaultKnown) {
                isFaultKnown = true;
                throw fault;
            }
            if (fault != null || isKilled) {
                return;
            }
        }
        if (!isOver) {
            throw new ClientFault("the client did not end within " + EXIT_LIMIT.toSeconds()
                    + " s of the end of its input, and was killed: does it stop to read at the end of stdin?"
                    + errors.lastLines());
        }
    }

    /** What it wrote last may be wrong. */
    private void awaitLastReports() {
        reportsRead
                .copy()
                .completeOnTimeout(null, DRAIN_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    private synchronized boolean hasFault() {
        return fault != null;
    }

    private void kill(ProcessTree tree) {
        // Whoever writes to it, or waits for something to write, ends.
        lines.add(Optional.empty());
        try {
            if (!tree.kill(KILL_LIMIT)) {
                throw new ClientFault("the client (process " + process.pid() + ") did not end within "
                        + KILL_LIMIT.toSeconds() + " s of being killed");
            }
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("the client to end", interrupted);
        }
    }

    private boolean await(Duration time) {
        try {
            return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("the client to end", interrupted);
        }
    }
}
