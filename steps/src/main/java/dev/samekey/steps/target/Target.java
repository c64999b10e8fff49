package dev.samekey.steps.target;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a target file says.
 *
 * @param urls where the target answers; two or more are replicas that share what they know
 * @param writes {@code allowed}, or nothing unsafe is sent
 * @param contract the name of a shipped dialect, or a file beside the target file that ends in {@code .yaml}
 * @param principals who sends; the first one does where no scenario asks for another
 * @param notOffered roles that the API does not offer, each with the reason
 */
public record Target(
        @JsonProperty(required = true) String name,
        @JsonProperty(required = true) List<URI> urls,
        @Nullable Permission writes,
        @JsonProperty(required = true) String contract,
        Map<String, Principal> principals,
        @JsonProperty(required = true) Map<String, Operation> operations,
        Map<Role, String> notOffered,
        Oracles oracles,
        @Nullable Lifecycle lifecycle,
        Limits limits) {

    /** What the file leaves out is null until here. */
    public Target {
        principals =
                principals == null || principals.isEmpty() ? Map.of("anyone", new Principal(Map.of())) : principals;
        notOffered = notOffered == null ? Map.of() : notOffered;
        oracles = oracles == null ? new Oracles(null, null, null) : oracles;
        limits = limits == null ? Limits.DEFAULT : limits;
        Map<String, Operation> named = new LinkedHashMap<>();
        operations.forEach((key, operation) -> named.put(key, operation.named(key)));
        operations = named;
    }

    public boolean allowsWrites() {
        return writes == Permission.ALLOWED;
    }

    /** The same target, started with some more arguments. */
    public Target startedWith(List<String> arguments) {
        Lifecycle more = lifecycle == null ? null : lifecycle.with(arguments);
        return new Target(name, urls, writes, contract, principals, operations, notOffered, oracles, more, limits);
    }

    /** The operations of a role, in the order of the file. */
    public List<Operation> operations(Role role) {
        return operations.values().stream()
                .filter(operation -> operation.role() == role)
                .toList();
    }

    /** The word that lets the harness write. */
    public enum Permission {
        ALLOWED
    }

    /** Who sends: the headers that say so. */
    public record Principal(Map<String, String> headers) {
        public Principal {
            headers = headers == null ? Map.of() : headers;
        }
    }

    /** Where to look behind the answers. */
    public record Oracles(
            @Nullable Database database,
            @Nullable Log log,
            @Nullable Metrics metrics) {}

    /** @param url a JDBC URL */
    public record Database(
            @JsonProperty(required = true) String url,
            @Nullable String user,
            @Nullable String password) {}

    /** @param file of JSON lines */
    public record Log(@JsonProperty(required = true) String file) {}

    /** @param path of the Prometheus text endpoint of each replica */
    public record Metrics(@JsonProperty(required = true) String path) {}

    /**
     * How the harness starts the target, and starts it again.
     *
     * @param start the command, run in the folder of the target file
     * @param ready the path that answers with 2xx when the target is ready
     */
    public record Lifecycle(
            @JsonProperty(required = true) List<String> start,
            @Nullable Map<String, String> environment,
            @JsonProperty(required = true) String ready) {
        Lifecycle with(List<String> arguments) {
            List<String> longer = new ArrayList<>(start);
            longer.addAll(arguments);
            return new Lifecycle(longer, environment, ready);
        }
    }

    /**
     * What the harness keeps to.
     *
     * @param answer how many seconds an answer may take, 10 where it is not given
     * @param atOnce how many scenarios run side by side, 4 where it is not given
     */
    public record Limits(Integer answer, Integer atOnce) {
        private static final Limits DEFAULT = new Limits(10, 4);

        /** What the file leaves out is null until here. */
        public Limits {
            answer = answer == null ? DEFAULT.answer() : answer;
            atOnce = atOnce == null ? DEFAULT.atOnce() : atOnce;
        }

        public Duration answerLimit() {
            return Duration.ofSeconds(answer);
        }
    }
}
