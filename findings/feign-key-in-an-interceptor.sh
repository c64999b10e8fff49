#!/usr/bin/env bash
# OpenFeign 13.6 (io.github.openfeign:feign-core), seen on 2026-11-29 with Java 17 on loopback.
#
# A request interceptor is the usual place to give each request a key: template.header("Idempotency-Key", ...).
# Feign runs the interceptors again for each attempt, on the same template, and header() adds a value. So a retry carries all
# keys of the attempts before it and one more. A server that reads the first line sees one key for all attempts; one that reads
# the last line sees a new key for each attempt, and acts again; one that joins the lines sees a third thing.
# An interceptor that makes the key only where the template has none sends the same key in each attempt.
#
# Output seen: "adds: 1 2 3 lines, first key repeated: true" and "adds once: 1 1 1 lines, first key repeated: true".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pom.xml <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId>
  <artifactId>feign</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.github.openfeign</groupId>
      <artifactId>feign-core</artifactId>
      <version>13.6</version>
    </dependency>
  </dependencies>
</project>
POM
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies -DoutputDirectory=lib
cat > Attempts.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import feign.Body;
import feign.Feign;
import feign.Param;
import feign.RequestInterceptor;
import feign.RequestLine;
import feign.Retryer;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

public class Attempts {
    private static final String KEY = "Idempotency-Key";

    public interface Payments {
        @RequestLine("POST /payments")
        @Body("amount={amount}")
        String pay(@Param("amount") String amount);
    }

    public static void main(String[] arguments) throws Exception {
        print("adds", template -> template.header(KEY, UUID.randomUUID().toString()));
        print("adds once", template -> {
            if (!template.headers().containsKey(KEY)) {
                template.header(KEY, UUID.randomUUID().toString());
            }
        });
    }

    /** The service is unavailable twice, and then answers. */
    private static void print(String name, RequestInterceptor interceptor) throws Exception {
        List<List<String>> attempts = new ArrayList<>();
        HttpServer service = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        service.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            attempts.add(exchange.getRequestHeaders().get(KEY));
            if (attempts.size() < 3) {
                exchange.getResponseHeaders().set("Retry-After", "0");
            }
            exchange.sendResponseHeaders(attempts.size() < 3 ? 503 : 201, -1);
            exchange.close();
        });
        service.start();
        try {
            Feign.builder()
                    .retryer(new Retryer.Default(10, 20, 5))
                    .requestInterceptor(interceptor)
                    .target(Payments.class, "http://127.0.0.1:" + service.getAddress().getPort())
                    .pay("10");
        } finally {
            service.stop(0);
        }
        String first = attempts.get(0).get(0);
        System.out.println(name + ": "
                + attempts.stream().map(keys -> String.valueOf(keys.size())).collect(Collectors.joining(" "))
                + " lines, first key repeated: "
                + attempts.stream().allMatch(keys -> keys.get(0).equals(first)));
    }
}
JAVA
timeout 60 java -cp 'lib/*' Attempts.java | tee seen.txt
diff seen.txt - <<'SEEN'
adds: 1 2 3 lines, first key repeated: true
adds once: 1 1 1 lines, first key repeated: true
SEEN
