package dev.samekey.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.Bench;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.replica.Part;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which attempts are attempts at the same operation. */
class ReleasedOperationsTest {
    private final Bench bench = Bench.of(UnaryOperator.identity());

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void the_attempt_after_one_that_was_given_back_is_the_same_operation() {
        UUID failed = fails("hash");

        assertThat(fails("hash")).isEqualTo(failed);
        assertThat(bench.run(bench::succeed).operationId()).isEqualTo(failed);
        assertThat(bench.effects(failed)).isEqualTo(1);
    }

    @Test
    void another_payload_is_another_operation() {
        assertThat(fails("hash")).isNotEqualTo(fails("another hash"));
    }

    @Test
    void after_its_lifetime_a_key_is_that_of_another_operation() {
        UUID failed = fails("hash");
        bench.clock().advance(Duration.ofHours(25));

        assertThat(fails("hash")).isNotEqualTo(failed);
    }

    @Test
    void the_cleanup_forgets_what_has_expired() {
        var unused = fails("hash");
        bench.clock().advance(Duration.ofHours(25));
        bench.parts().get(Part.RECORDS).purgeExpired();

        assertThat(remembered()).isZero();
    }

    private int remembered() {
        return bench.jdbi()
                .withHandle(
                        handle -> handle.select("select count(*) from released_operations where key = ?", bench.key())
                                .mapTo(Integer.class)
                                .one());
    }

    /** The id of an operation that meets a failure which passes. */
    private UUID fails(String payloadHash) {
        CompletableFuture<UUID> id = new CompletableFuture<>();
        bench.run(bench.request(payloadHash), operationId -> {
            id.complete(operationId);
            throw new FaultException(Fault.DEPENDENCY_UNAVAILABLE, "The provider is out of reach.");
        });
        return id.join();
    }
}
