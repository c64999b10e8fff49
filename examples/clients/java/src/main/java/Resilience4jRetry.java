import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Resilience4j Retry around the client of the JDK. Its documentation names maxAttempts, retryOnResult, retryExceptions and the
 * interval function ofExponentialRandomBackoff: 150 ms, times 2, a third more or less, which are the bounds of the playbook. It
 * knows no HTTP: key, statuses and count are the user's.
 */
public final class Resilience4jRetry {
    public static void main(String[] args) throws Exception {
        Retry retry = Retry.of(
                "payments",
                RetryConfig.<HttpResponse<String>>custom()
                        .maxAttempts(5)
                        .intervalFunction(
                                IntervalFunction.ofExponentialRandomBackoff(Duration.ofMillis(150), 2, 1 / 3.0, Duration.ofSeconds(2)))
                        .retryOnResult(response -> Payments.isTransient(response.statusCode()))
                        .retryExceptions(IOException.class)
                        .build());
        Protocol.serve(payload -> {
            HttpRequest request = Payments.request(payload);
            AtomicInteger attempts = new AtomicInteger();
            try {
                HttpResponse<String> response = retry.executeCheckedSupplier(() -> {
                    attempts.incrementAndGet();
                    return Payments.CLIENT.send(request, BodyHandlers.ofString());
                });
                return Protocol.Outcome.of(response.statusCode(), response.body(), attempts.get());
            } catch (Throwable failure) {
                return Protocol.Outcome.failed(failure, attempts.get());
            }
        });
    }
}
