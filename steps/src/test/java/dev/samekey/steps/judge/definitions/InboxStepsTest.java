package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.judge.words.InboxProperty;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import org.junit.jupiter.api.Test;

class InboxStepsTest {
    private final TestScenario scenario = new TestScenario(Targets.file(Targets.FULL));
    private final InboxSteps steps =
            new InboxSteps(scenario.world, scenario.producer, scenario.capabilities, scenario.journal, scenario.checks);
    private final Call call = scenario.world.begin(scenario.operation("settled"));

    @Test
    void another_payload_under_a_known_id_must_be_acknowledged_or_refused() {
        scenario.sent(call, Purpose.OTHER_PAYLOAD, 500);
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.itsRow(InboxProperty.FLAGGED))
                .withMessageStartingWith(
                        "response to a settled with a known id and another payload: expected an acknowledgement, or 422");

        scenario.sent(call, Purpose.OTHER_PAYLOAD, 422);
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.itsRow(InboxProperty.FLAGGED))
                .withMessageStartingWith("inbox: the target file has no");
    }

    @Test
    void no_row_was_there_before_the_effect_unless_it_was_read() {
        scenario.sent(call, Purpose.FIRST, 200);

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.itsRow(InboxProperty.EARLIER_THAN_EFFECT))
                .withMessage("inbox rows of a settled before its effect: expected 1, got 0");
    }

    @Test
    void the_row_that_an_interrupted_delivery_has_left_is_not_known_over_a_broker() {
        Call published = scenario.world.test(call.with(call.request().published("events")));
        scenario.world.interrupt(published);

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(steps::isRead)
                .withMessageStartingWith("delivery.broker: ");
    }
}
