// A client under test (docs/client-protocol.md). Run it with JDK 17 or later: java Client.java
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.*;
import java.net.URI;
import java.net.http.*;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.*;

public class Client {
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static String pay(String payload) throws InterruptedException {
        String key = UUID.randomUUID().toString(); // one for all attempts
        HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("SAMEKEY_URL") + "/payments"))
                .timeout(Duration.ofSeconds(1)).header("Content-Type", "application/json").header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(payload)).build();
        long begun = System.nanoTime();
        for (int attempts = 1; ; attempts++) {
            String error = "{}";
            boolean retry = true; // without a response
            long asked = 0;
            try {
                HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
                String report = ", \"attempts\": " + attempts + ", \"key\": \"" + key + "\"";
                if (response.statusCode() < 300) return "\"result\": " + response.body().replaceAll("\\R", " ") + report;
                error = "{\"status\": " + response.statusCode() + "}";
                retry = Set.of(429, 500, 502, 503, 504).contains(response.statusCode())
                        || response.body().contains("CONFLICT.idempotency.in_progress");
                asked = millis(response.headers().firstValue("Retry-After").orElse(""));
            } catch (IOException failure) {
                error = "{\"message\": \"" + failure.getClass().getName() + "\"}";
            }
            long longest = Math.min(200 << (attempts - 1), 2000);
            long delay = Math.max(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1), asked);
            long total = (System.nanoTime() - begun) / 1_000_000 + delay + 1000; // with the next attempt
            if (!retry || attempts == 5 || total > 10_000)
                return "\"error\": " + error + ", \"attempts\": " + attempts + ", \"key\": \"" + key + "\"";
            Thread.sleep(delay);
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

    public static void main(String[] args) throws IOException {
        ExecutorService running = Executors.newCachedThreadPool();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        Pattern task = Pattern.compile("\\{\"id\": ?\"([^\"]*)\".*?\"payload\": ?(.*)}"); // the JDK has no JSON
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Matcher found = task.matcher(line);
            if (!found.matches()) throw new IOException("no operation: " + line);
            running.submit(() -> { System.out.println("{\"id\": \"" + found.group(1) + "\", " + pay(found.group(2)) + "}"); return null; });
        }
        running.shutdown();
    }
}
