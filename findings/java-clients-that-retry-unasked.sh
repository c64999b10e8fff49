#!/usr/bin/env bash
# OkHttp 5.5.1 (com.squareup.okhttp3:okhttp-jvm) and AsyncHttpClient 3.0.2 (org.asynchttpclient:async-http-client), seen on
# 2026-11-30 with Java 17 on loopback.
#
# The service reads a POST whole, acts, and closes the connection without a response. No retry was asked for. How often it arrives:
#   OkHttp            once for each address of the host name, and twice more if the first connection was a kept one. A host with
#                     three addresses gets five. A host with one gets one or three, by what was sent before. A test against
#                     127.0.0.1 with a new client sees one. Each address may be another zone, with a store of keys of its own.
#   AsyncHttpClient   six times: setMaxRequestRetry is 5 by default, and asks neither for the method nor for what was sent.
# OkHttp sends it once with retryOnConnectionFailure(false), or when the body is one-shot; AsyncHttpClient does so with
# setMaxRequestRetry(0). All copies have the same key and body. A retry of the program's own comes on top.
# So count what arrives at the service, not what the program sends, warm the client up, and give the host more than one address.
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
  <artifactId>unasked</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.squareup.okhttp3</groupId>
      <artifactId>okhttp-jvm</artifactId>
      <version>5.5.1</version>
    </dependency>
    <dependency>
      <groupId>org.asynchttpclient</groupId>
      <artifactId>async-http-client</artifactId>
      <version>3.0.2</version>
    </dependency>
  </dependencies>
</project>
POM
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies -DoutputDirectory=lib
cat > Unasked.java <<'JAVA'
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.Dsl;

public class Unasked {
    private static final String KEY = "Idempotency-Key";
    private static final String BODY = "{\"amount\":10}";
    private static final List<String> ARRIVED = new CopyOnWriteArrayList<>();

    interface Send {
        void get(String url) throws Exception;

        void post(String url) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        int port = listen("127.0.0.1", 0);
        listen("127.0.0.2", port);
        listen("127.0.0.3", port);
        String url = "http://payments.example:" + port + "/payments";
        RequestBody body = RequestBody.create(BODY, null);
        for (int addresses = 1; addresses <= 3; addresses++) {
            String of = "OkHttp, " + addresses + " addresses, ";
            print(of + "new", okHttp(addresses, true, body), url, false);
            print(of + "kept", okHttp(addresses, true, body), url, true);
        }
        print("OkHttp, 3 addresses, kept, without retry", okHttp(3, false, body), url, true);
        print("OkHttp, 3 addresses, kept, one-shot", okHttp(3, true, new OneShot()), url, true);
        String loopback = "http://127.0.0.1:" + port + "/payments";
        for (boolean kept : new boolean[] {false, true}) {
            String name = "AsyncHttpClient, " + (kept ? "kept" : "new");
            try (AsyncHttpClient usual = Dsl.asyncHttpClient();
                    AsyncHttpClient without = Dsl.asyncHttpClient(Dsl.config().setMaxRequestRetry(0))) {
                print(name, async(usual), loopback, kept);
                print(name + ", without retry", async(without), loopback, kept);
            }
        }
        System.exit(0);
    }

    private static void print(String name, Send send, String url, boolean kept) throws Exception {
        if (kept) {
            send.get(url);
        }
        ARRIVED.clear();
        String outcome = "answered";
        try {
            send.post(url);
        } catch (Exception failure) {
            outcome = "failed";
        }
        System.out.println(name + ": arrived " + ARRIVED.size() + " times, "
                + String.join(" and ", new TreeSet<>(ARRIVED)) + ", " + outcome);
    }

    private static Send okHttp(int addresses, boolean retry, RequestBody body) {
        OkHttpClient client = new OkHttpClient.Builder()
                .retryOnConnectionFailure(retry)
                .dns(host -> {
                    List<InetAddress> found = new ArrayList<>();
                    for (int i = 1; i <= addresses; i++) {
                        found.add(InetAddress.getByName("127.0.0." + i));
                    }
                    return found;
                })
                .build();
        return new Send() {
            @Override
            public void get(String url) throws IOException {
                client.newCall(new Request.Builder().url(url).build()).execute().close();
            }

            @Override
            public void post(String url) throws IOException {
                Request request = new Request.Builder().url(url).header(KEY, "k-1").post(body).build();
                try (Response response = client.newCall(request).execute()) {
                    response.body().string();
                }
            }
        };
    }

    private static Send async(AsyncHttpClient client) {
        return new Send() {
            @Override
            public void get(String url) throws Exception {
                client.prepareGet(url).execute().get();
            }

            @Override
            public void post(String url) throws Exception {
                client.preparePost(url).setHeader(KEY, "k-1").setBody(BODY).execute().get();
            }
        };
    }

    private static final class OneShot extends RequestBody {
        @Override
        public okhttp3.MediaType contentType() {
            return null;
        }

        @Override
        public long contentLength() {
            return BODY.length();
        }

        @Override
        public boolean isOneShot() {
            return true;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            sink.writeUtf8(BODY);
        }
    }

    private static int listen(String address, int port) throws IOException {
        ServerSocket socket = new ServerSocket(port, 50, InetAddress.getByName(address));
        daemon(() -> {
            while (true) {
                Socket connection = socket.accept();
                daemon(() -> serve(connection));
            }
        });
        return socket.getLocalPort();
    }

    interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException gone) {
                // the client has closed the connection
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Answers a GET and keeps the connection; takes a POST, and closes. */
    private static void serve(Socket connection) throws IOException {
        try (connection) {
            InputStream in = connection.getInputStream();
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                if (head.startsWith("POST")) {
                    String body = new String(in.readNBytes(BODY.length()), UTF_8);
                    boolean keyed = head.toLowerCase().contains("\r\nidempotency-key: k-1\r\n");
                    ARRIVED.add((keyed ? "keyed " : "not keyed ") + body);
                    return;
                }
                connection.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(UTF_8));
            }
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.append((char) next);
            if (head.length() > 4 && head.substring(head.length() - 4).equals("\r\n\r\n")) {
                return head.toString();
            }
        }
        return "";
    }
}
JAVA
timeout 90 java -cp 'lib/*' Unasked.java 2> errors.txt | tee seen.txt
diff seen.txt - <<'SEEN'
OkHttp, 1 addresses, new: arrived 1 times, keyed {"amount":10}, failed
OkHttp, 1 addresses, kept: arrived 3 times, keyed {"amount":10}, failed
OkHttp, 2 addresses, new: arrived 2 times, keyed {"amount":10}, failed
OkHttp, 2 addresses, kept: arrived 4 times, keyed {"amount":10}, failed
OkHttp, 3 addresses, new: arrived 3 times, keyed {"amount":10}, failed
OkHttp, 3 addresses, kept: arrived 5 times, keyed {"amount":10}, failed
OkHttp, 3 addresses, kept, without retry: arrived 1 times, keyed {"amount":10}, failed
OkHttp, 3 addresses, kept, one-shot: arrived 1 times, keyed {"amount":10}, failed
AsyncHttpClient, new: arrived 6 times, keyed {"amount":10}, failed
AsyncHttpClient, new, without retry: arrived 1 times, keyed {"amount":10}, failed
AsyncHttpClient, kept: arrived 6 times, keyed {"amount":10}, failed
AsyncHttpClient, kept, without retry: arrived 1 times, keyed {"amount":10}, failed
SEEN
