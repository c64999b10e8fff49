package dev.samekey.steps.model.net;

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
            "ACME.test, .inner.example, *.wild.example"));

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
                "https://PAY.ACME.test",
                "http://a.inner.example",
                "http://a.wild.example",
                "https://localhost:8443",
                "http://127.0.0.1:1",
                "http://[::1]:1")) {
            assertThat(through(straight)).as(straight).isEqualTo("DIRECT");
        }
        assertThat(through("https://notacme.test")).isNotEqualTo("DIRECT");
        assertThat(through("https://notwild.example")).isNotEqualTo("DIRECT");
        assertThat(Proxies.of(Map.of("HTTPS_PROXY", "p", "NO_PROXY", "*")).select(URI.create("https://a.b")))
                .containsExactly(Proxy.NO_PROXY);
    }

    @Test
    void where_nothing_is_excepted_a_proxy_leads_to_every_other_machine() {
        Proxies one = Proxies.through(URI.create("http://proxy:1"));
        for (String url : List.of("http://pay.example", "https://pay.example", "https://pay.example.")) {
            assertThat(through(one, url)).as(url).isEqualTo("proxy:1");
        }
        Proxies named = Proxies.of(Map.of("HTTPS_PROXY", "http://proxy:1"));
        assertThat(through(named, "https://pay.example.")).isEqualTo("proxy:1");
    }

    @Test
    void one_that_has_no_host_is_refused() {
        // An underscore is in no host's name.
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Proxies.through(URI.create("http://my_proxy:1")))
                .withMessageStartingWith("a proxy is written as");
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
        return through(proxies, url);
    }

    private static String through(Proxies proxies, String url) {
        Proxy proxy = proxies.select(URI.create(url)).get(0);
        return proxy.address() instanceof InetSocketAddress address
                ? address.getHostString() + ":" + address.getPort()
                : proxy.type().toString();
    }
}
