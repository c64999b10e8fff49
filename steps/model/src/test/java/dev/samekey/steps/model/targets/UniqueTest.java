package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UniqueTest {
    @Test
    void each_is_new_and_of_letters_and_digits_as_the_example_is() {
        assertThat(Stream.generate(Unique::text).limit(1000))
                .doesNotHaveDuplicates()
                .allMatch(text -> text.matches("u[0-9a-f]{19}"));
        assertThat(Unique.EXAMPLE).matches("u[0-9a-f]{19}").hasSize(Unique.LENGTH);
    }
}
