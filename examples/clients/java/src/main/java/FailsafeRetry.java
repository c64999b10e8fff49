import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Failsafe around the client of the JDK. Its documentation names withMaxAttempts, withBackoff, withJitter, withMaxDuration,
 * handle and handleResultIf: 150 ms, times 2, a third more or less, which are the bounds of the playbook. It knows no HTTP: key,
 * statuses and count are the user's.
 */
public final class FailsafeRetry {
    public static void main(String[] args) throws Exception {
        FailsafeExecutor<HttpResponse<String>> failsafe = Failsafe.with(RetryPolicy.<HttpResponse<String>>builder()
                .handle(IOException.class)
                .handleResultIf(response -> Payments.isTransient(response.statusCode()))
                .withBackoff(Duration.ofMillis(150), Duration.ofSeconds(2), 2)
                .withJitter(0.33)
                .withMaxAttempts(5)
                .withMaxDuration(Duration.ofSeconds(10))
                .build());
        Protocol.serve(payload -> {
            HttpRequest request = Payments.request(payload);
            AtomicInteger attempts = new AtomicInteger();
            try {
                HttpResponse<String> response = failsafe.get(() -> {
                    attempts.incrementAndGet();
                    return Payments.CLIENT.send(request, BodyHandlers.ofString());
                });
                return Protocol.Outcome.of(response.statusCode(), response.body(), attempts.get());
            } catch (FailsafeException failure) {
                return Protocol.Outcome.failed(failure.getCause(), attempts.get());
            }
        });
    }
}
