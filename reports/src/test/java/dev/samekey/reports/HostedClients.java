package dev.samekey.reports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.drive.client.Client;
import dev.samekey.steps.drive.client.ClientFault;
import dev.samekey.steps.drive.client.Clients;
import dev.samekey.steps.drive.client.CommandClients;
import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.client.Task;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Bundled clients that share one process, so that hundreds of them start in seconds. A kill ends the connection of one. */
final class HostedClients implements AutoCloseable {
    private static final long LIMIT_SECONDS = 60;

    private final Process host;
    private final int port;

    HostedClients(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("TZ", CommandClients.TIME_ZONE);
        host = builder.start();
        String ready = String.valueOf(host.inputReader(StandardCharsets.UTF_8).readLine());
        port = Integer.parseInt(ready.replace("ready ", ""));
    }

    /** Of the process that they share. */
    ProcessHandle.Info info() {
        return host.info();
    }

    /** Clients that are started with these options. */
    Clients with(List<String> options) {
        return session -> {
            List<String> words = new ArrayList<>(options);
            words.add("SAMEKEY_URL=" + session.url());
            words.add("SAMEKEY_FOLDER=" + session.folder().toAbsolutePath());
            if (session.clockSpeed() > 1) {
                words.add("SAMEKEY_CLOCK_SPEED=" + session.clockSpeed());
            }
            if (session.authority() != null) {
                words.add("SAMEKEY_CA=" + session.authority().toAbsolutePath());
            }
            return new Hosted(port, String.join("\t", words));
        };
    }

    @Override
    public void close() throws IOException {
        host.getOutputStream().close();
    }

    private static final class Hosted implements Client {
        private static final ObjectMapper JSON = new ObjectMapper();

        private final Socket connection;
        private final Map<String, Asked> waiting = new ConcurrentHashMap<>();

        private record Asked(String task, CompletableFuture<Outcome> outcome) {}

        Hosted(int port, String options) {
            try {
                connection = new Socket(InetAddress.getLoopbackAddress(), port);
                connection.setTcpNoDelay(true);
                write(options);
                Thread reading = new Thread(this::read, "hosted-client");
                reading.setDaemon(true);
                reading.start();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private synchronized void write(String line) {
            try {
                OutputStream out = connection.getOutputStream();
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException ended) {
                throw new ClientFault("the client cannot be asked: " + ended.getMessage());
            }
        }

        private void read() {
            try (BufferedReader in =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    JsonNode report = JSON.readTree(line);
                    Asked asked = waiting.get(report.path("id").asText());
                    if (asked != null) {
                        asked.outcome().complete(outcome(asked.task(), report));
                    }
                }
            } catch (IOException ended) {
                // Whoever waits for a report runs into the limit.
            }
        }

        @Override
        public Outcome perform(Task task) {
            ObjectNode line = JsonNodeFactory.instance.objectNode();
            line.put("id", task.id()).put("operation", task.operation()).set("payload", task.payload());
            return ask(task.id(), task.id(), line);
        }

        @Override
        public Outcome resume(Task task) {
            String id = task.id() + "-resumed";
            return ask(
                    task.id(),
                    id,
                    JsonNodeFactory.instance.objectNode().put("id", id).put("resume", task.id()));
        }

        private Outcome ask(String task, String id, ObjectNode line) {
            Asked asked = new Asked(task, new CompletableFuture<>());
            waiting.put(id, asked);
            write(line.toString());
            try {
                return asked.outcome().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException late) {
                throw new ClientFault("the client has not reported the operation " + id);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new ClientFault("interrupted while the client did the operation " + id);
            }
        }

        private static Outcome outcome(String task, JsonNode report) {
            JsonNode error = report.get("error");
            return new Outcome(
                    task,
                    report.get("result"),
                    error == null
                            ? null
                            : new Outcome.Failure(
                                    error.has("status") ? error.get("status").intValue() : null,
                                    error.has("code") ? error.get("code").asText() : null,
                                    error.path("message").asText()),
                    report.has("attempts") ? report.get("attempts").intValue() : null,
                    report.has("key") ? report.get("key").asText() : null,
                    report.path("parked").asBoolean(),
                    System.nanoTime());
        }

        @Override
        public void kill() {
            end();
        }

        @Override
        public void close() {
            end();
        }

        private void end() {
            try {
                connection.close();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
