package dev.samekey.steps.author.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.author.design.Interactions.ClausePairs;
import dev.samekey.steps.author.design.Interactions.Extent;
import dev.samekey.steps.author.design.Interactions.Judged;
import dev.samekey.steps.author.design.Interactions.Pair;
import dev.samekey.steps.author.design.Interactions.Value;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ConditionedRun;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InteractionsTest {
    private static final String OWN = """
            conditions:
              version: {v1: {headers: {Version: "1"}}, v2: {headers: {Version: "2"}}}
              hint: {none: {}, some: {headers: {Hint: "1"}}}
            not_together: [{key: digits}, {version: v2, key: short}]
            """;

    private static Interactions of(Judged... scenarios) {
        return Interactions.of(Targets.file(Targets.FULL + OWN), List.of(scenarios));
    }

    private static Judged judged(String clause, Verdict verdict, ConditionedRun... runs) {
        return new Judged(clause, "payment", verdict, verdict == Verdict.HELD ? "" : "it was another", List.of(runs));
    }

    private static ConditionedRun run(Verdict verdict, String... conditions) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < conditions.length; i += 2) {
            values.put(conditions[i], conditions[i + 1]);
        }
        return new ConditionedRun(values, verdict, verdict == Verdict.HELD ? "" : "too busy");
    }

    private static Pair pair(Interactions all, String one, String value, String other, String second) {
        return all.pairs().stream()
                .filter(pair -> pair.values().equals(Map.of(one, value, other, second)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_pair_is_covered_where_a_run_had_both_values_and_held() {
        Interactions all = of(
                judged("RPL-1", Verdict.HELD, run(Verdict.HELD, "key", "long", "coding", "gzip", "pause", "none")),
                judged("RPL-2", Verdict.HELD, run(Verdict.HELD, "key", "long", "coding", "gzip")));

        assertThat(pair(all, "key", "long", "coding", "gzip"))
                .satisfies(pair -> assertThat(pair.extent()).isEqualTo(Extent.COVERED))
                .satisfies(pair -> assertThat(pair.held()).isEqualTo(2));
        assertThat(pair(all, "key", "long", "pause", "none").held()).isEqualTo(1);
        assertThat(pair(all, "key", "long", "pause", "second"))
                .satisfies(pair -> assertThat(pair.extent()).isEqualTo(Extent.NOT_TRIED))
                .satisfies(pair -> assertThat(pair.why()).isEqualTo("no run had both"));
        assertThat(all.notes()).isEmpty();
    }

    @Test
    void a_break_blames_its_smallest_combination_and_says_nothing_of_the_other_pairs() {
        Interactions all = of(judged(
                "RPL-1",
                Verdict.BROKEN,
                run(Verdict.BROKEN, "key", "long", "coding", "gzip", "pause", "second", "charset", "named"),
                run(Verdict.HELD, "key", "long", "coding", "none", "pause", "second", "charset", "unnamed"),
                run(Verdict.BROKEN, "key", "long", "coding", "gzip", "pause", "none", "charset", "unnamed")));

        assertThat(pair(all, "key", "long", "coding", "gzip"))
                .satisfies(pair -> assertThat(pair.extent()).isEqualTo(Extent.BROKEN))
                .satisfies(pair -> assertThat(pair.why())
                        .isEqualTo("RPL-1 of payment is broken when the key has 128 characters and the client accepts"
                                + " gzip"));
        assertThat(pair(all, "key", "long", "pause", "second").extent()).isEqualTo(Extent.COVERED);
        assertThat(pair(all, "coding", "gzip", "charset", "named"))
                .satisfies(pair -> assertThat(pair.extent()).isEqualTo(Extent.NOT_JUDGED))
                .satisfies(pair -> assertThat(pair.why()).startsWith("its runs broke for something else: RPL-1"));
        assertThat(all.clauses())
                .singleElement()
                .satisfies(clause -> assertThat(clause.broken()).isEqualTo(1));
    }

    @Test
    void one_value_that_breaks_alone_breaks_each_pair_that_a_run_had_with_it() {
        Interactions all = of(judged(
                "RPL-1",
                Verdict.BROKEN,
                run(Verdict.BROKEN, "key", "long", "coding", "gzip", "pause", "second"),
                run(Verdict.BROKEN, "key", "long", "coding", "none", "pause", "none")));

        assertThat(pair(all, "key", "long", "coding", "gzip").extent()).isEqualTo(Extent.BROKEN);
        assertThat(pair(all, "key", "long", "coding", "none").extent()).isEqualTo(Extent.BROKEN);
        assertThat(pair(all, "coding", "gzip", "pause", "second").extent()).isEqualTo(Extent.NOT_JUDGED);
        assertThat(all.factors())
                .filteredOn(factor -> factor.name().equals("key"))
                .singleElement()
                .satisfies(factor -> assertThat(factor.values())
                        .contains(new Value("long", 2, 0), new Value("usual", 1, 1), new Value("short", 0, 0)));
    }

    @Test
    void what_could_not_be_judged_covers_nothing() {
        Interactions all = of(
                judged("RPL-1", Verdict.HELD, run(Verdict.INCONCLUSIVE, "key", "long", "coding", "gzip")),
                judged("RPL-2", Verdict.INCONCLUSIVE, run(Verdict.HELD, "key", "long", "pause", "second")));

        assertThat(pair(all, "key", "long", "coding", "gzip").why()).isEqualTo("RPL-1 was INCONCLUSIVE: too busy");
        assertThat(pair(all, "key", "long", "pause", "second"))
                .satisfies(pair -> assertThat(pair.extent()).isEqualTo(Extent.NOT_JUDGED))
                .satisfies(pair -> assertThat(pair.why()).isEqualTo("RPL-2 was INCONCLUSIVE: it was another"));
    }

    @Test
    void what_the_target_or_its_file_rules_out_is_impossible_and_says_why() {
        Interactions all = of(judged("RPL-1", Verdict.HELD, run(Verdict.HELD, "key", "long", "coding", "gzip")));

        assertThat(pair(all, "replica", "other", "key", "long"))
                .satisfies(pair -> assertThat(pair.extent()).isEqualTo(Extent.IMPOSSIBLE))
                .satisfies(pair -> assertThat(pair.why()).contains("the target file names one of «urls»"));
        assertThat(pair(all, "key", "digits", "pause", "none").why()).isEqualTo("«not_together» excludes key: digits");
        assertThat(pair(all, "key", "short", "version", "v2").why())
                .isEqualTo("«not_together» excludes version: v2, key: short");
        assertThat(pair(all, "key", "short", "version", "v1").extent()).isEqualTo(Extent.NOT_TRIED);
        assertThat(all.possible() + all.count(Extent.IMPOSSIBLE))
                .isEqualTo(all.pairs().size());
    }

    @Test
    void constraints_that_leave_nothing_together_make_a_pair_impossible() {
        String both = Targets.FULL + "not_together: [{coding: gzip, pause: none}, {key: long, pause: second}]\n";
        Interactions all = Interactions.of(Targets.file(both), List.of(judged("RPL-1", Verdict.HELD)));

        assertThat(pair(all, "key", "long", "coding", "gzip").why())
                .isEqualTo("what «not_together» excludes leaves nothing with both");
    }

    @Test
    void a_run_as_usual_covers_the_usual_values_alone_and_says_what_to_run() {
        Interactions all = of(judged("RPL-1", Verdict.HELD), judged("RPL-2", Verdict.BROKEN));

        assertThat(pair(all, "key", "usual", "coding", "none").extent()).isEqualTo(Extent.COVERED);
        assertThat(pair(all, "key", "usual", "hint", "none").extent()).isEqualTo(Extent.COVERED);
        // What a factor of the target file adds to a request was not sent.
        assertThat(pair(all, "key", "usual", "version", "v1").extent()).isEqualTo(Extent.NOT_TRIED);
        assertThat(pair(all, "key", "long", "coding", "none").why()).contains("--strength 2");
        assertThat(all.notes())
                .anySatisfy(note -> assertThat(note).contains("usual value", "--strength 2"))
                .contains("What breaks as usual is not judged under conditions: RPL-2 of payment.");
    }

    @Test
    void a_clause_counts_only_the_pairs_that_it_can_have() {
        Interactions all = of(judged("MIS-1", Verdict.HELD, run(Verdict.HELD, "key", "long", "coding", "gzip")));

        assertThat(pair(all, "spelling", "turned", "coding", "gzip").why())
                .isEqualTo("no clause of the run is judged with other values of spelling");
        assertThat(all.clauses()).singleElement().satisfies(clause -> {
            assertThat(clause.clause()).isEqualTo("MIS-1");
            assertThat(clause.possible()).isLessThan((int) all.possible());
            assertThat(clause.covered()).isPositive();
            assertThat(sum(clause)).isEqualTo(clause.possible());
        });
    }

    private static int sum(ClausePairs clause) {
        return clause.covered() + clause.broken() + clause.notJudged() + clause.notTried();
    }

    @Test
    void a_verdict_of_an_earlier_version_says_nothing_of_pairs() {
        Interactions all = of(new Judged("RPL-1", "payment", Verdict.HELD, "", null));

        assertThat(all.pairs()).isEmpty();
        assertThat(all.notes())
                .singleElement()
                .satisfies(note ->
                        assertThat(note).contains("an earlier version of Samekey wrote it", "verify --strength 2"));
    }
}
