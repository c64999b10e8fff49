#!/usr/bin/env bash
# Failsafe 3.3.2 (dev.failsafe:failsafe), seen on 2026-11-30 with Java 17 on loopback.
#
# A RetryPolicy around a Timeout is the usual pair. The Timeout interrupts only when it is told to. So an attempt that takes too
# long goes on to its end, and the caller waits for it. Then its answer, a 201, is thrown away for a TimeoutExceededException, and
# the policy does the operation again. A service that needs 600 ms each time, with a limit of 200 ms, creates three things in three
# attempts. The caller had all three answers, waited 1.8 s for them and not 0.6 s, and is told that the operation failed.
# With withInterrupt() the caller waits for the limits only, but the service has acted as often. With the limit around the retries
# the operation is done once, and its success is thrown away as well.
# So this limit does not limit the time, and makes a retry out of a success. All attempts must have the same key, and a limit of the
# HTTP client is the better one.
#
# Output seen: the lines below.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pom.xml <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId>
  <artifactId>timeout</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>dev.failsafe</groupId>
      <artifactId>failsafe</artifactId>
      <version>3.3.2</version>
    </dependency>
  </dependencies>
</project>
POM
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies -DoutputDirectory=lib
cat > Limits.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.failsafe.Timeout;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

public class Limits {
    private static final int WORK = 600;
    private static final Duration LIMIT = Duration.ofMillis(200);

    public static void main(String[] arguments) throws Exception {
        RetryPolicy<Integer> retries = RetryPolicy.<Integer>builder().withMaxRetries(2).build();
        Timeout<Integer> limit = Timeout.<Integer>builder(LIMIT).build();
        Timeout<Integer> interrupts = Timeout.<Integer>builder(LIMIT).withInterrupt().build();
        print("retries around the limit", Failsafe.with(retries, limit));
        print("retries around the limit, interrupts", Failsafe.with(retries, interrupts));
        print("limit around the retries", Failsafe.with(limit, retries));
        print("limit alone", Failsafe.with(limit));
        System.exit(0);
    }

    private static void print(String name, FailsafeExecutor<Integer> executor) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        AtomicInteger created = new AtomicInteger();
        HttpServer service = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        service.setExecutor(Executors.newCachedThreadPool());
        service.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            sleep(WORK);
            created.incrementAndGet();
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        });
        service.start();
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.getAddress().getPort() + "/orders"))
                .header("Idempotency-Key", "k-1")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        List<Integer> answers = new CopyOnWriteArrayList<>();
        long start = System.nanoTime();
        String outcome;
        try {
            outcome = "got " + executor.get(() -> {
                attempts.incrementAndGet();
                int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
                answers.add(status);
                return status;
            });
        } catch (RuntimeException failure) {
            outcome = failure.getClass().getSimpleName();
        }
        boolean all = System.nanoTime() - start >= attempts.get() * WORK * 1_000_000L;
        sleep(2 * WORK);
        System.out.println(name + ": created " + created + ", answers " + answers + ", waited for all of it: " + all
                + ", " + outcome);
        service.stop(0);
    }

    private static void sleep(int ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
JAVA
timeout 60 java -cp 'lib/*' Limits.java | tee seen.txt
diff seen.txt - <<'SEEN'
retries around the limit: created 3, answers [201, 201, 201], waited for all of it: true, TimeoutExceededException
retries around the limit, interrupts: created 3, answers [], waited for all of it: false, TimeoutExceededException
limit around the retries: created 1, answers [201], waited for all of it: true, TimeoutExceededException
limit alone: created 1, answers [201], waited for all of it: true, TimeoutExceededException
SEEN
