package dev.samekey.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.security.Principal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrincipalAndRouteTest {
    private final KeyScope scope = new PrincipalAndRoute();
    private final Principal alice = new Principal("alice");

    @Test
    void each_principal_has_keys_of_its_own() {
        assertThat(scope.of(alice, Calls.withKeys("k")))
                .isNotEqualTo(scope.of(new Principal("bob"), Calls.withKeys("k")));
    }

    @Test
    void each_route_has_keys_of_its_own() {
        assertThat(scope.of(alice, Calls.to("/payments", Map.of())))
                .isNotEqualTo(scope.of(alice, Calls.to("/refunds", Map.of())));
    }

    @Test
    void path_parameters_belong_to_the_payload_and_not_to_the_scope() {
        assertThat(scope.of(alice, Calls.to("/payments/{id}/void", Map.of("id", "1"))))
                .isEqualTo(scope.of(alice, Calls.to("/payments/{id}/void", Map.of("id", "2"))));
    }
}
