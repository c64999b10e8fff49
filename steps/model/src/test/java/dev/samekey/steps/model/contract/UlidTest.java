package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class UlidTest {
    @Test
    void a_ulid_of_known_bits_is_written_as_its_specification_does() {
        byte[] random = {(byte) 0xd6, 0x76, 0x4c, 0x61, (byte) 0xef, (byte) 0xb9, (byte) 0x93, 0x02, (byte) 0xbd, 0x5b};

        assertThat(Ulid.of(Instant.ofEpochMilli(1_469_918_176_385L), random)).isEqualTo("01ARYZ6S41TSV4RRFFQ69G5FAV");
    }

    @Test
    void its_time_can_be_read_again() {
        assertThat(Ulid.time("01aryz6s41tsv4rrffq69g5fav")).isEqualTo(Instant.ofEpochMilli(1_469_918_176_385L));
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> Ulid.time("8".repeat(26)));
    }
}
