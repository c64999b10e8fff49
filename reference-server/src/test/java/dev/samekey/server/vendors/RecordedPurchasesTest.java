package dev.samekey.server.vendors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.server.TestClock;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.database.Migrations;
import dev.samekey.server.vendors.Shop.Gift;
import dev.samekey.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedPurchasesTest {
    private final Jdbi jdbi = Jdbi.create(TestDatabase.url("purchases"));
    private final TestClock clock = new TestClock();
    private final OneShop shop = new OneShop();
    private final Purchases purchases = new RecordedPurchases(jdbi, clock, shop);
    private final Gift gift = new Gift(UUID.randomUUID(), "watch", "r-1");

    @BeforeEach
    void migrate() {
        Migrations.run(jdbi);
    }

    @Test
    void what_was_ordered_is_not_ordered_again() {
        assertThat(purchases.buy(gift)).isEqualTo("1");
        assertThat(purchases.buy(gift)).isEqualTo("1");
        assertThat(shop.orders).containsExactly(gift);
    }

    @Test
    void an_order_whose_answer_was_lost_is_found_at_the_shop() {
        shop.loses = true;
        assertRefused(Fault.DEPENDENCY_TIMEOUT);

        assertThat(purchases.buy(gift)).isEqualTo("1");
        assertThat(shop.orders).containsExactly(gift);
    }

    @Test
    void as_long_as_nobody_knows_whether_there_is_an_order_nobody_orders() {
        shop.loses = true;
        shop.acts = false;
        assertRefused(Fault.DEPENDENCY_TIMEOUT);
        shop.acts = true;
        shop.loses = false;
        clock.advance(Duration.ofSeconds(3));

        assertRefused(Fault.DEPENDENCY_TIMEOUT);
        assertThat(shop.orders).isEmpty();
    }

    @Test
    void a_call_that_surely_came_to_nothing_is_made_again() {
        shop.loses = true;
        shop.acts = false;
        assertRefused(Fault.DEPENDENCY_TIMEOUT);
        shop.acts = true;
        shop.loses = false;
        clock.advance(Duration.ofSeconds(5));

        assertThat(purchases.buy(gift)).isEqualTo("1");
        assertThat(shop.orders).containsExactly(gift);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEPENDENCY_UNAVAILABLE", "RATE_LIMITED"})
    void an_order_that_the_shop_refused_may_be_made_later(Fault fault) {
        shop.refuses = fault;
        assertRefused(fault);
        shop.refuses = null;

        assertThat(purchases.buy(gift)).isEqualTo("1");
        assertThat(shop.orders).containsExactly(gift);
    }

    private void assertRefused(Fault fault) {
        assertThatExceptionOfType(FaultException.class)
                .isThrownBy(() -> purchases.buy(gift))
                .satisfies(failure -> assertThat(failure.fault()).isEqualTo(fault));
    }

    /** A shop that can lose calls, answers and heart. */
    private static final class OneShop implements Shop {
        private final List<Gift> orders = new ArrayList<>();
        private boolean acts = true;
        private boolean loses;
        private @Nullable Fault refuses;

        @Override
        public String order(Gift gift) {
            if (refuses != null) {
                throw new FaultException(refuses, "The shop refused the order.");
            }
            if (acts) {
                orders.add(gift);
            }
            if (loses) {
                throw new NoReplyException(true, new java.io.IOException("lost"));
            }
            return String.valueOf(orders.size());
        }

        @Override
        public Optional<String> find(Gift gift) {
            return orders.contains(gift) ? Optional.of(String.valueOf(orders.indexOf(gift) + 1)) : Optional.empty();
        }
    }
}
