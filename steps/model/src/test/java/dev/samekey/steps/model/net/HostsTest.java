package dev.samekey.steps.model.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostsTest {
    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST", "api.localhost", "127.0.0.1", "127.8.9.10", "[::1]"})
    void it_is_this_machine(String host) {
        assertThat(Hosts.isHere(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"notlocalhost", "localhost.acme.com", "127.acme.com", "128.0.0.1", "10.0.0.1", "[::2]"})
    void it_is_another_machine(String host) {
        assertThat(Hosts.isHere(host)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api.acme.com",
                "acme.com",
                "pay.acme.co.uk",
                "payments-prod.acme.com",
                "prod.staging.acme.com",
                "live.test.acme.com",
                "API.ACME.COM",
                "prod1.internal",
                "production.staging.acme.com",
                "prd.test.acme.com",
                "8.8.8.8",
                "172.15.0.3",
                "172.32.0.3",
                "127.acme.com",
                "[2001:db8::1]",
                "latest.acme.com",
                "device.acme.com"
            })
    void real_customers_may_be_behind(String host) {
        assertThat(Hosts.looksLikeProduction(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "api.localhost",
                "127.0.0.1",
                "[::1]",
                "10.1.2.3",
                "192.168.1.7",
                "172.20.0.3",
                "169.254.1.1",
                "[fc00::1]",
                "[fd00::1]",
                "[fe80::1]",
                "payments",
                "pay.staging.acme.com",
                "staging-api.acme.com",
                "api-test2.acme.com",
                "dev.acme.com",
                "sandbox.acme.com",
                "pay.qa.acme.com",
                "pre-prod.acme.com",
                "non-prod.acme.com",
                "mock.acme.com",
                "preprod.acme.com",
                "pay.default.svc.cluster.local",
                "pay.example"
            })
    void nobody_real_is_behind(String host) {
        assertThat(Hosts.looksLikeProduction(host)).isFalse();
    }
}
