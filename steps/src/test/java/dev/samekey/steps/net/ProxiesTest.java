package dev.samekey.steps.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProxiesTest {
    private final Proxies proxies = Proxies.of(Map.of(
            "HTTPS_PROXY",
            "http://proxy.acme.example:8080",
            "http_proxy",
            "plain",
            "NO_PROXY",
            "acme.test, .inner.example"));

    @Test
    void the_environment_names_one_for_each_scheme() {
        assertThat(through("https://pay.example/x")).isEqualTo("proxy.acme.example:8080");
        assertThat(through("http://pay.example")).isEqualTo("plain:3128");
    }

    @Test
    void what_is_excepted_or_on_this_machine_is_reached_straight() {
        for (String straight : List.of(
                "https://acme.test",
                "https://pay.acme.test",
                "http://a.inner.example",
                "https://localhost:8443",
                "http://127.0.0.1:1",
                "http://[::1]:1")) {
            assertThat(through(straight)).as(straight).isEqualTo("DIRECT");
        }
        assertThat(through("https://notacme.test")).isNotEqualTo("DIRECT");
        assertThat(Proxies.of(Map.of("HTTPS_PROXY", "p", "NO_PROXY", "*")).select(URI.create("https://a.b")))
                .containsExactly(Proxy.NO_PROXY);
    }

    @Test
    void one_that_wants_a_password_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Proxies.of(Map.of("HTTPS_PROXY", "http://me:secret@proxy:1")))
                .withMessageContaining("is not supported")
                .withMessageNotContaining("secret");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Proxies.through(URI.create("socks5://proxy:1")))
                .withMessageStartingWith("a proxy is written as");
    }

    private String through(String url) {
        Proxy proxy = proxies.select(URI.create(url)).get(0);
        return proxy.address() instanceof InetSocketAddress address
                ? address.getHostString() + ":" + address.getPort()
                : proxy.type().toString();
    }
}
