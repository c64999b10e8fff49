package dev.samekey.defects.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.Bench;
import dev.samekey.server.Caller;
import dev.samekey.server.Caller.Reply;
import dev.samekey.server.Contracts;
import dev.samekey.server.contract.Contract;
import org.junit.jupiter.api.Test;

class ScopeDefectsTest {
    @Test
    void another_principal_gets_the_stored_answer() {
        try (Bench bench = Bench.of(new ReplayCrossesPrincipals()::apply)) {
            Reply hers = pay(bench.alice(), bench);
            Reply his = pay(bench.caller("bob"), bench);
            assertThat(his.marker()).isEqualTo("replayed");
            assertThat(his.body()).isEqualTo(hers.body());
            assertThat(bench.caller("bob")
                            .key(bench.key())
                            .post("/payments", bench.payment(1001))
                            .marker())
                    .isEqualTo("stored");
        }
    }

    @Test
    void the_tenant_does_not_count() {
        Contract tenants = Contracts.but("scope: [principal, tenant, route]\ntenant_header: X-Tenant");
        try (Bench bench = Bench.of("defects", tenants, new ScopeIgnoresTenant()::apply)) {
            assertThat(pay(bench.alice().with("X-Tenant", "north"), bench).marker())
                    .isEqualTo("stored");
            assertThat(pay(bench.alice().with("X-Tenant", "south"), bench).marker())
                    .isEqualTo("replayed");
        }
    }

    @Test
    void another_user_agent_makes_another_operation() {
        try (Bench bench = Bench.of(new ScopeIncludesConnection()::apply)) {
            assertThat(pay(bench.alice(), bench).marker()).isEqualTo("stored");
            assertThat(pay(bench.alice(), bench).marker()).isEqualTo("replayed");
            assertThat(pay(bench.alice().with("User-Agent", "other"), bench).marker())
                    .isEqualTo("stored");
        }
    }

    @Test
    void a_stranger_gets_the_stored_answer_and_nothing_else() {
        try (Bench bench = Bench.of(new ReplayBeforeAuth()::apply)) {
            Caller eve = bench.caller("eve");
            assertThat(pay(eve, bench).status()).isEqualTo(401);
            Reply hers = pay(bench.alice(), bench);
            assertThat(pay(eve, bench).body()).isEqualTo(hers.body());
            assertThat(pay(eve.without("Authorization"), bench).body()).isEqualTo(hers.body());
            assertThat(eve.key(bench.key())
                            .post("/payments", bench.payment(1001))
                            .status())
                    .isEqualTo(401);
            assertThat(eve.post("/payments", bench.payment()).status()).isEqualTo(401);
        }
    }

    private static Reply pay(Caller caller, Bench bench) {
        return caller.key(bench.key()).post("/payments", bench.payment());
    }
}
