package dev.samekey.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.samekey.device.defects.DeviceDefect;
import dev.samekey.device.defects.DeviceDefects;
import dev.samekey.device.variants.DeviceVariant;
import dev.samekey.device.variants.DeviceVariants;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The device is an ordinary proxy, with a defect or without. */
class DeviceTest {
    private final List<String> arrived = new CopyOnWriteArrayList<>();
    private final HttpServer service = serviceThatEchoes();
    private final InetSocketAddress back = service.getAddress();

    private HttpServer serviceThatEchoes() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                arrived.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
                byte[] said = ("got " + body).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(201, said.length);
                exchange.getResponseBody().write(said);
                exchange.close();
            });
            return server;
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @BeforeEach
    void begin() {
        service.start();
    }

    @AfterEach
    void end() {
        service.stop(0);
    }

    @Test
    void a_request_and_its_response_pass_as_they_are() throws Exception {
        try (Device device = Device.start(DeviceParts.of(back), 0)) {
            HttpResponse<String> response = sent(device);

            assertThat(response.statusCode()).isEqualTo(201);
            assertThat(response.body()).isEqualTo("got a body");
            assertThat(arrived).containsExactly("POST /pay a body");
        }
    }

    @ParameterizedTest
    @MethodSource("defects")
    void a_device_with_a_defect_passes_on_what_goes_well(DeviceDefect defect) throws Exception {
        try (Device device = Device.start(defect.apply(DeviceParts.of(back)), 0)) {
            assertThat(sent(device).body()).isEqualTo("got a body");
            assertThat(arrived).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void a_variant_passes_on_what_goes_well(DeviceVariant variant) throws Exception {
        try (Device device = Device.start(variant.apply(DeviceParts.of(back)), 0)) {
            int first = sent(device).statusCode();

            assertThat(first).isEqualTo(variant.name().equals("sees-the-service-late") ? 502 : 201);
        }
    }

    @Test
    void without_a_service_it_says_502() throws Exception {
        service.stop(0);
        try (Device device = Device.start(DeviceParts.of(back), 0)) {
            assertThat(sent(device).statusCode()).isEqualTo(502);
        }
    }

    @Test
    void a_head_without_end_is_refused() throws Exception {
        try (Device device = Device.start(DeviceParts.of(back), 0);
                Socket caller = new Socket(InetAddress.getLoopbackAddress(), device.port())) {
            caller.getOutputStream()
                    .write(("POST / HTTP/1.1\r\nX: " + "x".repeat(HttpMessage.LONGEST_HEAD + 1))
                            .getBytes(StandardCharsets.ISO_8859_1));

            assertThat(new String(caller.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1))
                    .isEqualTo("HTTP/1.1 431");
        }
    }

    private static HttpResponse<String> sent(Device device) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + device.port() + "/pay"))
                                .version(HttpClient.Version.HTTP_1_1)
                                .header("Idempotency-Key", "key-1")
                                .POST(BodyPublishers.ofString("a body"))
                                .build(),
                        BodyHandlers.ofString());
    }

    static List<DeviceDefect> defects() {
        return DeviceDefects.all();
    }

    static List<DeviceVariant> variants() {
        return DeviceVariants.all();
    }
}
