package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitsTest {
    private static final URI HERE = URI.create("http://LocalHost:8080");
    private static final URI ELSEWHERE = URI.create("https://pay.staging.acme.com");

    @Test
    void only_this_machine_alone_is_asked_as_fast_as_it_answers() {
        Target.Limits limits = limits("");
        assertThat(limits.rate(List.of(HERE))).isNull();
        assertThat(limits.rate(List.of(ELSEWHERE))).isEqualTo(50);
        assertThat(limits.rate(List.of(HERE, ELSEWHERE))).isEqualTo(50);
    }

    @Test
    void the_rate_of_the_file_is_kept_wherever_the_target_is() {
        Target.Limits limits = limits("limits: {rate: 7}\n");
        assertThat(limits.rate(List.of(HERE))).isEqualTo(7);
        assertThat(limits.rate(List.of(ELSEWHERE))).isEqualTo(7);
        assertThat(limits.described(List.of(ELSEWHERE))).contains("7.0 a second");
    }

    private static Target.Limits limits(String yaml) {
        return Targets.file(Targets.BARE + yaml).target().limits();
    }
}
