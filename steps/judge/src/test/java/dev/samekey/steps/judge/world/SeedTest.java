package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeedTest {
    @Test
    void the_same_seed_makes_the_same_choices_and_another_one_makes_others() {
        assertThat(new Seed(7).of("sequence 1 of payment")).isEqualTo(new Seed(7).of("sequence 1 of payment"));
        assertThat(new Seed(7).of("sequence 1 of payment"))
                .isNotEqualTo(new Seed(8).of("sequence 1 of payment"))
                .isNotEqualTo(new Seed(7).of("sequence 2 of payment"))
                .isNotEqualTo(new Seed(7).of("sequence 1 of refund"));
    }

    @Test
    void a_number_is_between_its_bounds_and_not_always_the_same() {
        assertThat(IntStream.range(0, 100).mapToObj(i -> new Seed(i).between("crash", 100, 300)))
                .allMatch(moment -> moment >= 100 && moment < 300)
                .hasSizeGreaterThan(99)
                .anyMatch(moment -> moment < 150)
                .anyMatch(moment -> moment > 250);
    }
}
