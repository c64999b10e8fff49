package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.drive.process.CannotRun;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTest {
    @Test
    void a_shard_is_read_from_its_two_numbers() {
        assertThat(Shard.of("2/5", Map.of())).isEqualTo(new Shard(2, 5)).hasToString("shard 2 of 5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0/5", "6/5", "1/0", "2", "/5", "a/b", "-1/5", "2/5/7", "99999/99999"})
    void what_is_no_shard_is_refused_before_anything_is_sent(String text) {
        assertThatThrownBy(() -> Shard.of(text, Map.of()))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining(text)
                .hasMessageContaining("2/5")
                .hasMessageContaining("Nothing was sent");
    }

    @Test
    void gitlab_counts_its_jobs_from_one_and_kubernetes_from_zero() {
        assertThat(Shard.of("auto", Map.of("CI_NODE_INDEX", "2", "CI_NODE_TOTAL", "5")))
                .isEqualTo(new Shard(2, 5));
        assertThat(Shard.of("auto", Map.of("JOB_COMPLETION_INDEX", "0", "CI_NODE_TOTAL", "5")))
                .isEqualTo(new Shard(1, 5));
    }

    @Test
    void an_environment_without_the_numbers_is_refused() {
        assertThatThrownBy(() -> Shard.of("auto", Map.of("CI_NODE_INDEX", "2")))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("CI_NODE_TOTAL");
        assertThatThrownBy(() -> Shard.of("auto", Map.of("CI_NODE_INDEX", "two", "CI_NODE_TOTAL", "5")))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("CI_NODE_INDEX is «two»");
        assertThatThrownBy(() -> Shard.of("auto", Map.of("JOB_COMPLETION_INDEX", "5", "CI_NODE_TOTAL", "5")))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("6/5");
    }
}
