package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a target file says of a client: one way to have it do operations, or the log of what it did.
 *
 * @param command a program that speaks the client protocol; it runs in the folder of the target file
 * @param trigger what makes an application do an operation
 * @param log a file of its attempts, from the folder of the target file
 * @param timeout how long the client waits for a response, 1 s where it is not given
 * @param atOnce how many operations it can do at once, 200 where it is not given
 * @param clockSpeed how many times as fast its clock can be while it waits between attempts, 1 where it is not given
 * @param protocol what the service speaks to it, HTTP/1.1 without TLS where it is not given
 * @param resumes whether it can resume what it has parked
 * @param operations by name, what it can do; a payment where it is not given
 */
public record ClientUnderTest(
        @Nullable List<String> command,
        @Nullable Trigger trigger,
        @Nullable String log,
        Duration timeout,
        Integer atOnce,
        Integer clockSpeed,
        Protocol protocol,
        @Nullable Boolean resumes,
        Map<String, ClientOperation> operations) {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final int AT_ONCE = 200;

    /** What the file leaves out is null until here. */
    public ClientUnderTest {
        timeout = timeout == null ? TIMEOUT : timeout;
        atOnce = atOnce == null ? AT_ONCE : atOnce;
        clockSpeed = clockSpeed == null ? 1 : clockSpeed;
        protocol = protocol == null ? Protocol.HTTP : protocol;
        operations =
                operations == null || operations.isEmpty() ? Map.of("payment", ClientOperation.payment()) : operations;
    }

    /** A client that is started by this command, and all else as it is where a file does not say it. */
    public static ClientUnderTest command(List<String> command) {
        return new ClientUnderTest(command, null, null, TIMEOUT, AT_ONCE, 1, Protocol.HTTP, null, Map.of());
    }

    /** The first operation of the file. */
    public String firstOperation() {
        return operations.keySet().iterator().next();
    }

    /** What the service speaks: HTTP/1.1 or HTTP/2, plain or over TLS. */
    public enum Protocol {
        HTTP,
        HTTPS,
        /** HTTP/2 by prior knowledge, without TLS. */
        H2C,
        /** HTTP/2 by ALPN. */
        H2
    }

    /**
     * What makes an application under test do one operation.
     *
     * @param listen the port on the loopback interface at which the application looks for its service
     * @param request what is sent to the application, with {@code ${payload}} or {@code ${unique}} in it
     * @param command what is run in place of a request, with the same in its arguments
     * @param outcome whether the answer says how the operation ended, {@code answer} where it is not given
     */
    public record Trigger(
            @JsonProperty(required = true) int listen,
            @Nullable TriggerRequest request,
            @Nullable List<String> command,
            TriggerOutcome outcome) {
        /** What the file leaves out is null until here. */
        public Trigger {
            outcome = outcome == null ? TriggerOutcome.ANSWER : outcome;
        }
    }

    /** A request to the application under test. */
    public record TriggerRequest(
            @JsonProperty(required = true) String method,
            @JsonProperty(required = true) String url,
            Map<String, String> headers,
            @Nullable JsonNode body) {
        /** What the file leaves out is null until here. */
        public TriggerRequest {
            headers = headers == null ? Map.of() : headers;
        }
    }

    /** What the answer to a trigger says of the operation. */
    public enum TriggerOutcome {
        /** A 2xx response, or exit code 0, is its success; anything else its failure. */
        ANSWER,
        /** Nothing. */
        UNKNOWN
    }

    /**
     * One operation that the client can do.
     *
     * @param payload what it is to send, with {@code ${unique}} in it
     * @param answer what the service responds when it succeeds
     */
    public record ClientOperation(
            @JsonProperty(required = true) JsonNode payload, ServiceAnswer answer) {
        /** What the file leaves out is null until here. */
        public ClientOperation {
            answer = answer == null ? ServiceAnswer.CREATED : answer;
        }

        static ClientOperation payment() {
            ObjectNode payload = JsonNodeFactory.instance.objectNode();
            payload.put("amount", 1000).put("currency", "EUR").put("reference", "${unique}");
            return new ClientOperation(payload, ServiceAnswer.CREATED);
        }
    }

    /** @param body with {@code ${id}} of what was done */
    public record ServiceAnswer(
            @JsonProperty(required = true) int status,
            @JsonProperty(required = true) JsonNode body) {
        static final ServiceAnswer CREATED = new ServiceAnswer(
                201, JsonNodeFactory.instance.objectNode().put("id", "${id}").put("status", "completed"));
    }
}
