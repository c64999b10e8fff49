package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.drive.process.CannotRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebhookTrialTest {
    private static final String SECRET = "test-secret-of-hooks";
    private static final Pattern SIGNATURE = Pattern.compile("t=(\\d+),v1=([0-9a-f]+)");
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final int FIVE_MINUTES = 300;

    @TempDir
    private Path folder = Path.of("");

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private boolean careful = true;
    private HttpServer server = server();

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @BeforeEach
    void start() {
        server.setExecutor(threads);
        server.createContext("/hooks", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void a_careful_consumer_answers_everything_as_it_should() {
        List<WebhookTrial.Row> rows = new WebhookTrial(draft(SECRET)).run();
        assertThat(rows).hasSize(9).allMatch(WebhookTrial.Row::works);
    }

    @Test
    void a_careless_consumer_is_told_what_is_wrong() {
        careful = false;
        List<WebhookTrial.Row> rows = new WebhookTrial(draft(SECRET)).run();
        assertThat(rows)
                .filteredOn(row -> !row.works())
                .extracting(row -> row.expected().replaceAll(".*\\((EVT-\\d+)\\)", "$1"))
                .containsExactly("EVT-2", "EVT-11", "EVT-11");
    }

    @Test
    void a_wrong_secret_ends_the_trial_and_is_not_shown() {
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> new WebhookTrial(draft("another-secret-of-hooks")).run())
                .withMessageContaining("got 400")
                .withMessageNotContaining("another-secret");
    }

    @Test
    void the_file_has_a_variable_in_place_of_the_secret() {
        assertThat(draft(SECRET).text()).contains("${env:WEBHOOK_SECRET}").doesNotContain(SECRET);
        assertThat(String.join("\n", draft(SECRET).described())).doesNotContain(SECRET);
    }

    @Test
    void an_event_of_ones_own_needs_an_id() throws IOException {
        Path event = Files.writeString(folder.resolve("event.json"), "{\"id\": \"evt_1\", \"type\": \"x\"}");
        assertThat(own(event).text()).contains("id: \"${unique}\"");
        Files.writeString(event, "{\"type\": \"x\"}");
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> own(event))
                .withMessageContaining("write ${unique} where its id stands");
        Files.writeString(event, "[]");
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> own(event))
                .withMessageContaining("is no JSON object");
    }

    private WebhookDraft own(Path event) {
        return new WebhookDraft(url(), WebhookDraft.Producer.PLAIN, null, event, false, Map.of());
    }

    private WebhookDraft draft(String secret) {
        return new WebhookDraft(url(), WebhookDraft.Producer.STRIPE, secret, null, false, Map.of());
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hooks";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String signature = String.valueOf(exchange.getRequestHeaders().getFirst("Stripe-Signature"));
            exchange.sendResponseHeaders(status(body, SIGNATURE.matcher(signature)), -1);
        }
    }

    private int status(String body, Matcher signature) {
        if (!signature.matches()) {
            return careful ? 400 : 200;
        }
        long at = Long.parseLong(signature.group(1));
        boolean isStale = Math.abs(Instant.now().getEpochSecond() - at) > FIVE_MINUTES;
        if (!digest(at + "." + body).equals(signature.group(2)) || (careful && isStale)) {
            return 400;
        }
        Matcher id = ID.matcher(body);
        boolean isNew = id.find() && known.add(id.group(1));
        return isNew || careful ? 200 : 409;
    }

    private static String digest(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
