package dev.samekey.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.client.AttemptResult.NoResponse;
import dev.samekey.client.AttemptResult.Response;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Takes operations from one stream and reports their outcomes on another: JSON Lines, of which each is
 *
 * <pre>
 * {"id": "17", "operation": "payment", "payload": {…}}   or   {"id": "18", "resume": "17"}
 * {"id": "17", "result": {…}, "attempts": 2, "key": "…"}   or   {"id": "17", "error": {…}, …, "parked": true}
 * </pre>
 */
public final class ClientProtocol {
    private static final long PATIENCE_MS = 4500;

    private final RetryingClient client;
    private final ErrorCodes codes;
    private final PayloadJson json;
    private final Reports reports;
    private final Phaser running = new Phaser(1);

    public ClientProtocol(ClientParts parts) {
        client = new RetryingClient(parts);
        codes = ErrorCodes.in(parts.base());
        json = parts.base().json();
        reports = parts.reports();
    }

    /**
     * Comes back soon after the last line has been read, when what was asked for has ended.
     *
     * @throws IllegalArgumentException when a line is not of the protocol
     * @throws TimeoutException when operations have not ended 4.5 s after the last line
     */
    public void run(BufferedReader in) throws IOException, InterruptedException, TimeoutException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            begin(json.object(line));
        }
        running.awaitAdvanceInterruptibly(running.arrive(), PATIENCE_MS, TimeUnit.MILLISECONDS);
    }

    private void begin(ObjectNode task) {
        String id = text(task, "id");
        CompletionStage<ClientOutcome> outcome = task.has("resume")
                ? resumed(text(task, "resume"))
                : client.perform(id, text(task, "operation"), json.write(task.path("payload")));
        running.register();
        outcome.whenComplete((ended, failure) -> end(
                failure == null ? report(id, ended) : json.empty().put("id", id).set("error", message(failure))));
    }

    private CompletionStage<ClientOutcome> resumed(String parked) {
        try {
            return client.resume(parked);
        } catch (IllegalArgumentException unknown) {
            return CompletableFuture.failedStage(unknown);
        }
    }

    private void end(ObjectNode line) {
        reports.write(line);
        running.arriveAndDeregister();
    }

    private ObjectNode report(String id, ClientOutcome outcome) {
        ObjectNode line = json.empty().put("id", id);
        line.set(outcome.last().isSuccess() ? "result" : "error", told(outcome.last()));
        line.put("attempts", outcome.attempts()).put("key", outcome.key());
        return outcome.parked() ? line.put("parked", true) : line;
    }

    private ObjectNode told(AttemptResult last) {
        if (last instanceof NoResponse lost) {
            return json.empty().put("message", lost.message());
        }
        Response response = (Response) last;
        if (response.isSuccess()) {
            return json.anything(response.body()) instanceof ObjectNode members ? members : json.empty();
        }
        ObjectNode error = json.empty().put("status", response.status());
        String code = codes.of(response);
        return code.isEmpty() ? error : error.put("code", code);
    }

    private ObjectNode message(Throwable failure) {
        return json.empty().put("message", String.valueOf(failure.getMessage()));
    }

    private static String text(ObjectNode task, String member) {
        JsonNode value = task.path(member);
        if (!value.isTextual()) {
            throw new IllegalArgumentException("a line needs the text " + member + ": " + task);
        }
        return value.textValue();
    }
}
