package dev.samekey.steps.drive.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.ProcessTree;
import dev.samekey.steps.model.file.Placeholders;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An application that a trigger sets to work. */
final class TriggerClient implements Client {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(1);
    private static final int SHOWN = 500;
    /** What a shell says of a command that it cannot run. */
    private static final int CANNOT_RUN = 126;

    private static final int NOT_FOUND = 127;

    private final Map<String, Trigger> triggers;
    private final boolean reportsOutcome;
    private final Wire wire;
    private final Duration limit;
    private final Clients.Session session;
    private final Tail errors = new Tail();

    TriggerClient(
            Map<String, Trigger> triggers, boolean reportsOutcome, Wire wire, Duration limit, Clients.Session session) {
        this.triggers = triggers;
        this.reportsOutcome = reportsOutcome;
        this.wire = wire;
        this.limit = limit;
        this.session = session;
    }

    @Override
    public Outcome perform(Task task) {
        Trigger trigger = triggers.get(task.operation());
        if (trigger == null) {
            throw new ClientFault("no trigger makes the client do the operation «" + task.operation()
                    + "»: name one, beside those of " + String.join(", ", triggers.keySet()));
        }
        Outcome outcome =
                trigger instanceof Trigger.Http http ? request(http, task) : run((Trigger.Command) trigger, task);
        return reportsOutcome ? outcome : Outcome.unknown(task.id());
    }

    @Override
    public String words() {
        return errors.text();
    }

    private Outcome request(Trigger.Http form, Task task) {
        String url = text(
                        task,
                        value ->
                                URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"))
                .fill(form.url());
        List<Header> headers = new ArrayList<>();
        form.headers()
                .forEach((name, value) -> headers.add(
                        new Header(name, text(task, Function.identity()).fill(value))));
        URI uri = uri(url);
        String path = url.substring(origin(uri).length());
        Request request = new Request(form.method(), path.isEmpty() ? "/" : path, headers, body(form.body(), task));
        Exchange exchange = wire.send(request, URI.create(origin(uri)));
        Answer answer = exchange.answer();
        if (answer == null) {
            throw new ClientFault(
                    "the trigger " + form.method() + " " + url + " gave no response: " + exchange.failure());
        }
        return answer.isSuccessful()
                ? success(task, answer.body())
                : failure(task, "the trigger responded " + shortened(answer.described()));
    }

    private static URI uri(String url) {
        try {
            URI uri = URI.create(url);
            if (uri.getRawAuthority() != null && String.valueOf(uri.getScheme()).matches("https?")) {
                return uri;
            }
        } catch (IllegalArgumentException noUri) {
            throw new ClientFault("the trigger's url " + url + " is none: " + noUri.getMessage());
        }
        throw new ClientFault(
                "the trigger's url " + url + " is none: it must begin with http:// or https:// and a host");
    }

    private static String origin(URI uri) {
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }

    private @Nullable String body(@Nullable JsonNode form, Task task) {
        if (form == null) {
            return null;
        }
        if (form.isTextual()) {
            return text(task, Function.identity()).fill(form.textValue());
        }
        return new Placeholders(name -> value(name, task)).fill(form).toString();
    }

    private Outcome run(Trigger.Command form, Task task) {
        Placeholders values = text(task, Function.identity());
        ProcessBuilder builder = new ProcessBuilder(
                        form.command().stream().map(values::fill).toList())
                .directory(form.folder().toFile());
        builder.environment().putAll(CommandClient.environment(session));
        builder.environment()
                .putAll(Map.of(
                        "SAMEKEY_ID", task.id(),
                        "SAMEKEY_OPERATION", task.operation(),
                        "SAMEKEY_UNIQUE", task.unique(),
                        "SAMEKEY_PAYLOAD", task.payload().toString()));
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return await(process, task);
        } catch (IOException failure) {
            throw new ClientFault("the trigger cannot be started: " + failure.getMessage()
                    + ". Is the command right, and can it be found from "
                    + form.folder().toAbsolutePath() + "?");
        }
    }

    private Outcome await(Process process, Task task) {
        Tail output = new Tail();
        Tail said = new Tail();
        CompletableFuture<Void> read = CompletableFuture.allOf(
                inItsThread(() -> output.read(process.getInputStream())),
                inItsThread(() -> said.read(process.getErrorStream())));
        try {
            boolean isOver = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!isOver && !ProcessTree.of(process).kill(KILL_LIMIT)) {
                throw new ClientFault("the trigger (process " + process.pid() + ") did not end within "
                        + KILL_LIMIT.toSeconds() + " s of being killed");
            }
            // Something that it started may hold its pipes open.
            read.completeOnTimeout(null, DRAIN_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            errors.add(said.text());
            if (!isOver) {
                throw new ClientFault("the trigger did not end within " + limit.toMillis() + " ms, and was killed."
                        + said.lastLines());
            }
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("the trigger to end", interrupted);
        }
        int exit = process.exitValue();
        if (exit == CANNOT_RUN || exit == NOT_FOUND) {
            throw new ClientFault(
                    "the trigger's shell cannot run its command (exit code " + exit + ")." + said.lastLines());
        }
        return exit == 0
                ? success(task, output.text())
                : failure(task, "the trigger ended with exit code " + exit + "." + shortened(said.lastLines()));
    }

    private static CompletableFuture<Void> inItsThread(Runnable work) {
        return CompletableFuture.runAsync(work, task -> {
            Thread thread = new Thread(task, "trigger");
            thread.setDaemon(true);
            thread.start();
        });
    }

    /** The values as texts, written as a place needs them. */
    private Placeholders text(Task task, Function<String, String> written) {
        return new Placeholders(name -> {
            JsonNode value = value(name, task);
            return TextNode.valueOf(written.apply(value.isValueNode() ? value.asText() : value.toString()));
        });
    }

    private JsonNode value(String name, Task task) {
        return switch (name) {
            case "unique" -> TextNode.valueOf(task.unique());
            case "payload" -> task.payload();
            case "operation" -> TextNode.valueOf(task.operation());
            case "id" -> TextNode.valueOf(task.id());
            case "url" -> TextNode.valueOf(session.url().toString());
            default -> {
                JsonNode part = name.startsWith("/") ? task.payload().at(name) : JSON.missingNode();
                if (part.isMissingNode()) {
                    throw new ClientFault("the trigger of «" + task.operation() + "» has ${" + name
                            + "}, which is not known: there are ${unique}, ${payload}, ${/pointer} into the payload,"
                            + " ${operation}, ${id} and ${url}");
                }
                yield part;
            }
        };
    }

    private static Outcome success(Task task, String output) {
        return new Outcome(task.id(), result(output), null, null, null, false, System.nanoTime());
    }

    private static Outcome failure(Task task, String message) {
        return new Outcome(
                task.id(), null, new Outcome.Failure(null, null, message), null, null, false, System.nanoTime());
    }

    /** JSON where it is that, and a text otherwise. */
    private static JsonNode result(String output) {
        if (output.isBlank()) {
            return JsonNodeFactory.instance.objectNode();
        }
        try {
            return JSON.readTree(output);
        } catch (JsonProcessingException noJson) {
            return TextNode.valueOf(output);
        }
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + " …";
    }
}
