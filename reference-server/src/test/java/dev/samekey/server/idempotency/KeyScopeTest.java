package dev.samekey.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.http.Call;
import dev.samekey.server.security.Principal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyScopeTest {
    private final Principal alice = new Principal("alice");
    private final Principal bob = new Principal("bob");

    @Test
    void each_principal_has_keys_of_its_own() {
        KeyScope scope = KeyScope.all(List.of(KeyScope.principal(), KeyScope.route()));
        assertThat(scope.of(alice, TestCalls.withKeys("k"))).isNotEqualTo(scope.of(bob, TestCalls.withKeys("k")));
    }

    @Test
    void each_route_has_keys_of_its_own() {
        KeyScope scope = KeyScope.all(List.of(KeyScope.principal(), KeyScope.route()));
        assertThat(scope.of(alice, TestCalls.to("/payments", Map.of())))
                .isNotEqualTo(scope.of(alice, TestCalls.to("/refunds", Map.of())));
    }

    @Test
    void path_parameters_belong_to_the_payload_and_not_to_the_scope() {
        assertThat(KeyScope.route().of(alice, TestCalls.to("/payments/{id}/void", Map.of("id", "1"))))
                .isEqualTo(KeyScope.route().of(alice, TestCalls.to("/payments/{id}/void", Map.of("id", "2"))));
    }

    @Test
    void each_tenant_has_keys_of_its_own() {
        KeyScope scope = KeyScope.tenant("X-Tenant");
        assertThat(List.of(scope.of(alice, in("north")), scope.of(alice, in("south")), scope.of(alice, in(""))))
                .doesNotHaveDuplicates();
    }

    @Test
    void what_is_not_in_the_scope_does_not_count() {
        KeyScope scope = KeyScope.all(List.of(KeyScope.tenant("X-Tenant")));
        assertThat(scope.of(alice, in("north"))).isEqualTo(scope.of(bob, in("north")));
    }

    @Test
    void without_any_dimension_all_keys_are_kept_together() {
        KeyScope scope = KeyScope.all(List.of());
        assertThat(scope.of(alice, TestCalls.to("/payments", Map.of()))).isEqualTo(scope.of(bob, in("north")));
    }

    @Test
    void no_name_can_pass_for_two() {
        KeyScope scope = KeyScope.all(List.of(KeyScope.principal(), KeyScope.tenant("X-Tenant")));
        assertThat(scope.of(new Principal("a tenant=b"), in("c")))
                .isNotEqualTo(scope.of(new Principal("a"), in("b c")));
    }

    private static Call in(String tenant) {
        return TestCalls.with(Map.of("x-tenant", List.of(tenant)), "{}");
    }
}
