// Speaks the client protocol (docs/client-protocol.md) for the client in Pay. Needs JDK 17 or later, and no libraries.
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.*;
import java.net.URI;
import java.net.http.*;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;

public class Client {
    public static void main(String[] args) throws IOException {
        ExecutorService running = Executors.newCachedThreadPool();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String id = line.substring(7, line.indexOf('"', 7)); // {"id":"17", …
            String payload = line.substring(line.indexOf("\"payload\":") + 10, line.length() - 1); // … "payload":{…}}
            running.execute(() -> {
                String outcome = Pay.pay(payload); // "result" or "error", and "attempts" and "key" where they are known
                System.out.println("{\"id\":\"" + id + "\"," + outcome + "}");
            });
        }
        running.shutdown();
    }
}

/** A client that retries as the playbook says. It stands for yours: delete it, and put yours on the class path. */
class Pay {
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static String pay(String payload) {
        String key = UUID.randomUUID().toString(); // one for all attempts
        HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("SAMEKEY_URL") + "/payments"))
                .timeout(Duration.ofSeconds(1)).header("Content-Type", "application/json").header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(payload)).build();
        long begun = System.nanoTime();
        for (int attempts = 1; ; attempts++) {
            String report = ",\"attempts\":" + attempts + ",\"key\":\"" + key + "\"";
            String error = "{}";
            boolean retry = true; // without a response
            long asked = 0;
            try {
                HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() < 300) return "\"result\":" + response.body() + report;
                error = "{\"status\":" + response.statusCode() + "}";
                retry = Set.of(429, 500, 502, 503, 504).contains(response.statusCode())
                        || response.body().contains("CONFLICT.idempotency.in_progress");
                asked = millis(response.headers().firstValue("Retry-After").orElse(""));
            } catch (IOException | InterruptedException failure) {
                error = "{\"message\":\"" + failure.getClass().getName() + "\"}";
            }
            long longest = Math.min(200 << (attempts - 1), 2000);
            long delay = Math.max(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1), asked);
            long total = (System.nanoTime() - begun) / 1_000_000 + delay + 1000; // with the next attempt
            if (!retry || attempts == 5 || total > 10_000) return "\"error\":" + error + report;
            LockSupport.parkNanos(delay * 1_000_000);
        }
    }

    static long millis(String retryAfter) {
        try {
            return retryAfter.matches("\\d+") ? Long.parseLong(retryAfter) * 1000 : Duration.between(Instant.now(),
                    ZonedDateTime.parse(retryAfter, DateTimeFormatter.RFC_1123_DATE_TIME)).toMillis() + 1;
        } catch (DateTimeException | NumberFormatException unreadable) {
            return 0;
        }
    }
}
