package dev.samekey.seeds.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/** What holds for the books of any sequence. */
@PropertyDefaults(tries = 500, edgeCases = EdgeCasesMode.NONE)
class SequencePropertyTest {
    @Property
    void no_payment_gives_back_more_than_it_brought(@ForAll("sequences") Sequence sequence) {
        assertThat(byPayment(sequence).values()).allMatch(left -> left >= 0);
    }

    @Property
    void a_payment_is_always_accepted_and_a_reverse_never_brings_money(@ForAll("sequences") Sequence sequence) {
        assertThat(sequence.expected())
                .allMatch(step -> step.step().kind() == Kind.PAYMENT ? step.booked() > 0 : step.booked() <= 0);
    }

    @Property
    void a_void_leaves_nothing_of_its_payment(@ForAll("sequences") Sequence sequence) {
        Map<Integer, Long> left = byPayment(sequence);

        assertThat(sequence.expected())
                .filteredOn(step -> step.step().kind() == Kind.VOID && step.accepted())
                .allMatch(step -> left.getOrDefault(step.payment(), 0L) == 0);
    }

    @Property
    void what_is_refused_would_be_refused_at_the_end_too(@ForAll("sequences") Sequence sequence) {
        Map<Integer, Long> left = byPayment(sequence);

        assertThat(sequence.expected())
                .filteredOn(step -> step.step().kind() == Kind.REFUND && !step.accepted())
                .allMatch(step -> step.step().amount() > left.getOrDefault(step.payment(), 0L));
    }

    @Property
    void each_step_is_sent_once_and_as_often_again_as_it_is_retried(@ForAll("sequences") Sequence sequence) {
        Map<Integer, Long> sends =
                sequence.sends().stream().collect(Collectors.groupingBy(step -> step, Collectors.counting()));

        assertThat(sends).hasSameSizeAs(sequence.steps());
        sends.forEach((step, times) -> assertThat(times)
                .isEqualTo(1 + sequence.steps().get(step).retries().count()));
    }

    @Property
    void first_sends_keep_the_order_of_the_steps(@ForAll("sequences") Sequence sequence) {
        assertThat(sequence.sends().stream().distinct()).isSorted();
    }

    @Property
    void a_printed_table_reads_back_as_the_sequence(@ForAll("sequences") Sequence sequence) {
        assertThat(Sequence.of(Tables.rows(sequence.toString()))).isEqualTo(sequence);
    }

    @Provide
    Arbitrary<Sequence> sequences() {
        return Arbitraries.longs().map(Sequences::generate);
    }

    private static Map<Integer, Long> byPayment(Sequence sequence) {
        return sequence.expected().stream()
                .collect(Collectors.groupingBy(Expected::payment, Collectors.summingLong(Expected::booked)));
    }

    /** Reads a data table as Cucumber does. */
    private static final class Tables {
        static List<Map<String, String>> rows(String table) {
            List<List<String>> cells = table.lines().map(Tables::cells).toList();
            return cells.subList(1, cells.size()).stream()
                    .map(row -> Map.of(
                            cells.get(0).get(0), row.get(0),
                            cells.get(0).get(1), row.get(1),
                            cells.get(0).get(2), row.get(2)))
                    .toList();
        }

        private static List<String> cells(String line) {
            return List.of(line.substring(1).split("\\|")).stream()
                    .map(String::strip)
                    .toList();
        }
    }
}
