import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The client protocol (docs/client-protocol.md), for all adapters of this project. */
final class Protocol {
    static final ObjectMapper JSON = new ObjectMapper();
    static final String URL = System.getenv("SAMEKEY_URL");

    private Protocol() {}

    /** One operation, with all its attempts. */
    interface Operation {
        Outcome perform(JsonNode payload) throws Exception;
    }

    /** How an operation ended; null is what the client does not report. */
    record Outcome(Integer status, String body, String message, Integer attempts) {
        /** What came in the last response: a result if it is a success. */
        static Outcome of(int status, String body, Integer attempts) {
            return new Outcome(status, body, null, attempts);
        }

        static Outcome failed(Throwable failure, Integer attempts) {
            return new Outcome(null, null, String.valueOf(failure), attempts);
        }

        ObjectNode line(String id) {
            ObjectNode line = JSON.createObjectNode().put("id", id);
            if (message == null && status >= 200 && status < 300) {
                line.set("result", tree(body));
            } else {
                ObjectNode error = line.putObject("error").put("status", status).put("message", message);
                if (body != null) {
                    error.set("code", tree(body).get("code"));
                }
            }
            return line.put("attempts", attempts);
        }

        private static JsonNode tree(String body) {
            try {
                return JSON.readTree(body);
            } catch (IOException noJson) {
                return JSON.createObjectNode();
            }
        }
    }

    /** Does the operations of standard input, as they come. What an operation throws is its failure. */
    static void serve(Operation operation) throws Exception {
        ExecutorService running = Executors.newCachedThreadPool();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode task = JSON.readTree(line);
            running.execute(() -> report(task, operation));
        }
        running.shutdown();
        running.awaitTermination(5, TimeUnit.SECONDS);
        System.exit(0);
    }

    private static void report(JsonNode task, Operation operation) {
        Outcome outcome;
        try {
            if (task.has("resume")) {
                throw new IllegalArgumentException("this client keeps no operation");
            }
            outcome = operation.perform(task.get("payload"));
        } catch (Exception failure) {
            outcome = Outcome.failed(failure, null);
        }
        System.out.println(outcome.line(task.get("id").asText()));
    }
}
