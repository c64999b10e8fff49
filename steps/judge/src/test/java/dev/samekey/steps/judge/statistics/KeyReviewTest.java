package dev.samekey.steps.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.statistics.KeyReview.Form;
import dev.samekey.steps.model.contract.Ulid;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyReviewTest {
    private final Random random = new Random(3);

    @Test
    void random_uuids_have_122_bits_in_every_one_of_1000_runs() {
        for (int run = 0; run < 1000; run++) {
            KeyReview review = KeyReview.of(keys(150, i -> uuid()));
            assertThat(review.form()).isEqualTo(Form.UUID_4);
            assertThat(review.haveTooFewBits())
                    .as("run %s: %s", run, review.mostBits())
                    .isFalse();
            assertThat(review.repeated()).isEmpty();
            assertThat(review.areOrdered()).isFalse();
        }
    }

    @Test
    void other_random_texts_have_enough_bits() {
        assertThat(KeyReview.of(keys(150, i -> "client-" + uuid().replace("-", "")))
                        .haveTooFewBits())
                .isFalse();
        assertThat(KeyReview.of(keys(150, i -> Base64.getUrlEncoder().encodeToString(bytes(16))))
                        .haveTooFewBits())
                .isFalse();
    }

    @Test
    void counters_times_and_short_texts_have_too_few() {
        KeyReview counter = KeyReview.of(keys(200, i -> "payment-" + i));
        assertThat(counter.haveTooFewBits()).isTrue();
        assertThat(counter.mostBits()).isLessThan(12);
        assertThat(counter.areOrdered()).isTrue();
        assertThat(KeyReview.of(keys(200, i -> String.valueOf(1_790_000_000_000L + 17L * i)))
                        .haveTooFewBits())
                .isTrue();
        assertThat(KeyReview.of(keys(200, i -> Long.toHexString(random.nextLong() | Long.MIN_VALUE)))
                        .haveTooFewBits())
                .isTrue();
    }

    @Test
    void a_uuid_with_a_fixed_part_has_too_few() {
        KeyReview review = KeyReview.of(keys(200, i -> "5f0c8a52-6a0e-4" + uuid().substring(15)));
        assertThat(review.form()).isEqualTo(Form.UUID_4);
        assertThat(review.haveTooFewBits()).isTrue();
    }

    @Test
    void a_uuid_of_version_7_is_known_by_its_form_and_its_order() {
        KeyReview review =
                KeyReview.of(keys(200, i -> String.format("0190%04x-%04x-7", i / 7, i) + uuid().substring(15)));
        assertThat(review.form()).isEqualTo(Form.UUID_7);
        assertThat(review.areOrdered()).isTrue();
    }

    @Test
    void ulids_are_known_by_their_form_and_by_their_times() {
        Instant start = Instant.parse("2026-03-01T12:00:00Z");

        KeyReview review = KeyReview.of(keys(200, i -> Ulid.of(start.plusMillis(i / 7), bytes(10))));

        assertThat(review.form()).isEqualTo(Form.ULID);
        assertThat(review.areMadeWithTime()).isTrue();
    }

    @Test
    void what_only_looks_like_a_ulid_has_no_time_of_a_run() {
        KeyReview counter = KeyReview.of(keys(200, i -> String.format("%026d", i)));
        assertThat(counter.form()).isEqualTo(Form.OTHER);
        assertThat(counter.haveTooFewBits()).isTrue();
        assertThat(KeyReview.of(keys(200, i -> Ulid.of(Instant.ofEpochMilli(random.nextLong(1L << 48)), bytes(10))))
                        .form())
                .isEqualTo(Form.OTHER);
    }

    @Test
    void a_time_with_as_many_random_bits_as_a_ulid_is_as_strong() {
        List<IntFunction<String>> times = List.of(
                i -> String.valueOf(1_790_000_000_000L + i / 7),
                i -> String.valueOf(1_790_000_000_000_000_000L + i * 140_000L),
                i -> String.format("%012x", 1_790_000_000_000L + i / 7),
                i -> Long.toString(1_790_000_000_000L + i / 7, 36));

        assertThat(times).allSatisfy(time -> {
            KeyReview strong = KeyReview.of(keys(200, i -> "pay_" + time.apply(i) + "-" + hex(10)));
            assertThat(strong.form()).isEqualTo(Form.TIMED);
            assertThat(strong.haveTooFewBits()).as("%s bits", strong.mostBits()).isFalse();
            KeyReview weak = KeyReview.of(keys(200, i -> "pay_" + time.apply(i) + "-" + hex(4)));
            assertThat(weak.form()).isEqualTo(Form.TIMED);
            assertThat(weak.haveTooFewBits()).as("%s bits", weak.mostBits()).isTrue();
        });
    }

    @Test
    void as_many_random_bits_without_a_time_are_too_few() {
        assertThat(KeyReview.of(keys(200, i -> hex(10))).haveTooFewBits()).isTrue();
        assertThat(KeyReview.of(keys(200, i -> "1790000000000-" + hex(10))).haveTooFewBits())
                .as("a number that is the same in all keys is no time")
                .isTrue();
    }

    private String hex(int bytes) {
        return HexFormat.of().formatHex(bytes(bytes));
    }

    @Test
    void repeated_keys_and_those_of_another_process_are_named() {
        assertThat(KeyReview.of(List.of("a", "b", "a", "a")).repeated()).containsExactly("a");
        assertThat(KeyReview.of(List.of("a", "b"), List.of("c", "b")).shared()).containsExactly("b");
        assertThat(KeyReview.of(List.of("a")).areEnough()).isFalse();
        assertThat(KeyReview.of(List.of("a")).haveTooFewBits()).isFalse();
    }

    private static List<String> keys(int number, IntFunction<String> key) {
        return IntStream.range(0, number).mapToObj(key).toList();
    }

    private String uuid() {
        byte[] bytes = bytes(16);
        bytes[6] = (byte) ((bytes[6] & 0x0f) | 0x40);
        bytes[8] = (byte) ((bytes[8] & 0x3f) | 0x80);
        ByteBuffer both = ByteBuffer.wrap(bytes);
        return new UUID(both.getLong(), both.getLong()).toString();
    }

    private byte[] bytes(int number) {
        byte[] bytes = new byte[number];
        random.nextBytes(bytes);
        return bytes;
    }
}
