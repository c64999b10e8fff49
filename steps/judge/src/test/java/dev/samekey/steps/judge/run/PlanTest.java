package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void it_names_the_scenarios_and_what_they_send_and_sends_nothing() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            Plan plan = plan(Targets.fullAt(server.uri()), Set.of("RPL-1", "CON-1"));

            assertThat(plan.scenarios())
                    .contains(
                            new Plan.Item(
                                    "RPL-1", "A repeated payment has the status of the first response", "payment", 2),
                            // The payment that it takes back is sent too.
                            new Plan.Item(
                                    "RPL-1", "A repeated refund has the status of the first response", "refund", 3),
                            new Plan.Item(
                                    "CON-1", "Simultaneous duplicates of a new payment have one effect", "payment", 60),
                            // Each of its three rounds takes back a payment of its own.
                            new Plan.Item(
                                    "CON-1", "Simultaneous duplicates of a new refund have one effect", "refund", 63));
            assertThat(plan.requests())
                    .isEqualTo(plan.byOperation().values().stream()
                            .mapToInt(Integer::intValue)
                            .sum());
            assertThat(server.requests()).isZero();
        }
    }

    @Test
    void each_operation_has_a_control_before_and_after_its_scenarios() {
        Plan plan = plan(Targets.FULL, Set.of("RPL-1"));

        // That of a refund makes two payments: one is for a refund that is not sent.
        assertThat(plan.controls()).containsEntry("payment", 2).containsEntry("refund", 6);
        assertThat(plan.byOperation()).containsEntry("payment", 2 + 2).containsEntry("refund", 6 + 3);
    }

    @Test
    void each_request_that_is_followed_to_its_end_is_looked_at_once_at_least() {
        String followed = Targets.FULL.replaceFirst(
                "(?m)^(  payment:\n)", "$1    poll: {at: Location, until: {/status: done}}\n");
        Plan plan = plan(followed, Set.of("RPL-1"));

        assertThat(plan.scenarios()).extracting(Plan.Item::requests).contains(4);
        assertThat(plan.controls()).containsEntry("payment", 4).containsEntry("refund", 10);
    }

    @Test
    void without_leave_to_write_nothing_would_be_sent() {
        Plan plan = plan(Targets.FULL.replace("writes: allowed\n", ""), Coverage.clauses());

        assertThat(plan.scenarios()).hasSizeGreaterThan(100);
        assertThat(plan.requests()).isZero();
    }

    @Test
    void what_is_only_looked_at_is_not_sent() {
        assertThat(plan(Targets.FULL, Set.of("MIS-2", "MIS-3")).scenarios())
                .contains(
                        // The payment and two that differ from it, as declared: the effects are only counted.
                        new Plan.Item(
                                "MIS-2", "A payload mismatch after a completed payment changes nothing", "payment", 3),
                        new Plan.Item(
                                "MIS-3",
                                "Member order and white space of a completed payment do not count",
                                "payment",
                                3));
    }

    @Test
    void what_is_sent_several_times_counts_so_often_with_what_comes_before_each() {
        assertThat(plan(Targets.FULL, Set.of("KEY-2", "MIS-6")).scenarios())
                .contains(
                        new Plan.Item("MIS-6", "Every intent field of a completed payment counts", "payment", 3),
                        new Plan.Item("MIS-6", "Every intent field of a completed refund counts", "refund", 4),
                        new Plan.Item("KEY-2", "Each legal key of a new payment is accepted", "payment", 12),
                        // Each is a refund of its own, for which a payment is made.
                        new Plan.Item("KEY-2", "Each legal key of a new refund is accepted", "refund", 18));
    }

    @Test
    void all_that_comes_before_an_operation_is_sent_too() {
        String appeal = """
                  appeal:
                    role: reverse
                    after: refund
                    request: {method: POST, path: /appeals, body: {refund: "${refund.id}"}}
                """;
        assertThat(plan(Targets.FULL + appeal, Set.of("RPL-1")).scenarios())
                .contains(
                        new Plan.Item("RPL-1", "A repeated appeal has the status of the first response", "appeal", 4));
    }

    @Test
    void a_race_has_the_rounds_that_its_confidence_asks_for() {
        assertThat(plan(Targets.FULL + "limits: {races: {seen_in: 0.5}}\n", Set.of("CON-1"))
                        .scenarios())
                .contains(new Plan.Item(
                        "CON-1", "Simultaneous duplicates of a new payment have one effect", "payment", 100));
    }

    private static Plan plan(String yaml, Set<String> clauses) {
        TargetFile file = Targets.file(yaml);
        return new ContractRun(file, Choice.of(clauses), Path.of("")).plan();
    }
}
