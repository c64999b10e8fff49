import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/** What a user of a library that knows no HTTP brings along: the client of the JDK, the request with its key, the statuses. */
final class Payments {
    static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();

    private static final Set<Integer> TRANSIENT = Set.of(429, 500, 502, 503, 504);

    private Payments() {}

    /** A request with a key of its own: one for all attempts of an operation. */
    static HttpRequest request(JsonNode payload) {
        return HttpRequest.newBuilder(URI.create(Protocol.URL + "/payments"))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(1))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(BodyPublishers.ofString(payload.toString()))
                .build();
    }

    static boolean isTransient(int status) {
        return TRANSIENT.contains(status);
    }
}
