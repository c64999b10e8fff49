package dev.samekey.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BusyMachineTest {
    @Test
    void a_failure_on_a_busy_machine_says_so_and_stays_a_failure() {
        AssertionError failure = new AssertionError("expected 1, got 0");

        try (ProcessorWatch watch = new ProcessorWatch()) {
            watch.add(new ProcessorWatch.Sample(
                    Long.MAX_VALUE, TimeUnit.MILLISECONDS.toNanos(900), TimeUnit.MILLISECONDS.toNanos(120)));

            assertThat(BusyMachine.explained(failure, watch.since(System.nanoTime())))
                    .isInstanceOf(AssertionError.class)
                    .hasCause(failure)
                    .hasMessageStartingWith("The machine was too busy: since this test class began, a timer came 900 ms"
                            + " late, and 4 ms of work took 120 ms.")
                    .hasMessageContaining("expected 1, got 0");
        }
    }

    @Test
    void a_failure_on_a_quiet_machine_stays_as_it_is() {
        AssertionError failure = new AssertionError("expected 1, got 0");

        assertThat(BusyMachine.explained(failure, new ProcessorWatch.Late(1_000_000, 4_000_000)))
                .isSameAs(failure);
    }
}
