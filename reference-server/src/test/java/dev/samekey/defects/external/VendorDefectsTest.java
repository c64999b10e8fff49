package dev.samekey.defects.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.server.Bench;
import dev.samekey.server.Caller;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.vendors.PaymentProvider;
import dev.samekey.server.vendors.PaymentProvider.Approval;
import dev.samekey.server.vendors.PaymentProvider.Authorization;
import dev.samekey.server.vendors.Purchases;
import dev.samekey.server.vendors.Shop.Gift;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ExternalDefectsTest {
    private static final Authorization WANTED = new Authorization("payment", UUID.randomUUID(), 1, "EUR", "r");

    private final List<Authorization> asked = new ArrayList<>();
    private boolean timesOut;
    private Approval approval = Approval.NEW;

    @Test
    void each_attempt_has_a_key_of_its_own() {
        PaymentProvider provider = provider(new FreshProviderKeyPerAttempt()::apply);
        provider.authorize(WANTED);
        provider.authorize(WANTED);

        assertThat(new HashSet<>(asked.stream().map(Authorization::operationId).toList()))
                .hasSize(2)
                .doesNotContain(WANTED.operationId());
    }

    @Test
    void a_lost_answer_is_asked_for_under_another_key() {
        timesOut = true;
        PaymentProvider provider = provider(new ProviderDoubleCharge()::apply);

        assertThatExceptionOfType(FaultException.class).isThrownBy(() -> provider.authorize(WANTED));
        assertThat(asked).hasSize(2).first().isEqualTo(WANTED);
        assertThat(asked.get(1).operationId()).isNotEqualTo(WANTED.operationId());
    }

    @Test
    void what_is_known_to_the_provider_fails() {
        approval = Approval.KNOWN;
        PaymentProvider provider = provider(new ProviderDuplicateIsError()::apply);

        assertThatExceptionOfType(FaultException.class)
                .isThrownBy(() -> provider.authorize(WANTED))
                .satisfies(failure -> assertThat(failure.fault()).isEqualTo(Fault.DEPENDENCY_UNAVAILABLE));
    }

    @Test
    void each_attempt_orders_at_the_shop() {
        try (Bench bench = Bench.of(new NaiveVendorCall()::apply)) {
            Purchases purchases = bench.parts().get(Part.PURCHASES);
            Gift gift = new Gift(UUID.randomUUID(), "watch", "r");

            assertThat(purchases.buy(gift)).isNotEqualTo(purchases.buy(gift));
        }
    }

    @Test
    void a_booking_that_is_retried_takes_two_berths() {
        try (Bench bench = Bench.of(new DuplicateInventory()::apply)) {
            Caller alice = bench.alice().key(bench.key());
            String cabin = alice.post("/cabins", "{\"name\":\"n\",\"berths\":2,\"reference\":\"r\"}")
                    .text("id");
            String booking = """
                    {"cabin_id":"%s","guest":"g","deposit":1,"currency":"EUR","reference":"r"}""".formatted(cabin);
            assertThat(alice.post("/bookings", booking).status()).isEqualTo(201);
            assertThat(alice.post("/bookings", booking).status()).isEqualTo(201);

            assertThat(alice.get("/cabins/" + cabin).text("free")).isEqualTo("0");
        }
    }

    private PaymentProvider provider(UnaryOperator<Parts> defect) {
        try (Bench bench = Bench.of(parts -> defect.apply(parts.with(Part.PROVIDER, new Noting())))) {
            return bench.parts().get(Part.PROVIDER);
        }
    }

    private final class Noting implements PaymentProvider {
        @Override
        public Approval authorize(Authorization authorization) {
            asked.add(authorization);
            if (timesOut) {
                throw new FaultException(Fault.DEPENDENCY_TIMEOUT, "The provider did not answer in time.");
            }
            return approval;
        }

        @Override
        public void confirm(UUID operationId) {
            throw new AssertionError("nothing is confirmed here");
        }
    }
}
