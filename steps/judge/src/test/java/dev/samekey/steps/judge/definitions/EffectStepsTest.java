package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.Variations;
import dev.samekey.steps.judge.words.Variation;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Effects that are counted by the key, where there is no database to ask. */
class EffectStepsTest {
    private static final int CREATED = 201;
    private static final String NO_DATABASE = "database: ";

    @ParameterizedTest
    @EnumSource(names = {"WITHOUT_KEY", "ANOTHER_KEY", "ILLEGAL_KEYS"})
    void effects_that_a_key_does_not_show_are_not_counted_by_it(Variation variation) {
        assertThat(whyNot("idempotency_key = :key", variation)).startsWith("effects.sql: ");
        assertThat(whyNot("reference = :unique", variation)).startsWith(NO_DATABASE);
    }

    @Test
    void effects_of_requests_under_one_key_are_counted_by_it() {
        assertThat(whyNot("idempotency_key = :key", Variation.ANOTHER_PAYLOAD)).startsWith(NO_DATABASE);
    }

    /** Why nothing was counted when the requests of a variation were sent. */
    private static String whyNot(String where, Variation variation) {
        TargetFile file = Targets.file(Targets.FULL.replace(
                "list: {path: \"/payments?reference=${unique}\", count: /items}",
                "sql: [\"select count(*) from payments where " + where + "\"]"));
        TestScenario scenario = new TestScenario(file);
        Call call = scenario.world.begin(scenario.operation("payment"));
        new Variations(
                        file.target(),
                        file.contract(),
                        scenario.calls,
                        new Keys(file.contract()),
                        scenario.producer,
                        new Secrets(Map.of()))
                .of(call, variation)
                .forEach(one -> scenario.sent(one.call(), one.purpose(), CREATED));
        UnderWay underWay = new UnderWay(
                new InFlight(new Wire(Duration.ofSeconds(1))), scenario.calls, scenario.journal, CurrentPhase.none());
        InProgress inProgress =
                new InProgress(scenario.world, underWay, new Sandbox(scenario.calls, scenario.capabilities));
        EffectSteps steps =
                new EffectSteps(scenario.world, scenario.effects, scenario.raceRounds, inProgress, underWay);

        Judgement judgement = catchThrowableOfType(Judgement.class, () -> steps.thereAre(1));
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CHECKED);
        return judgement.reason();
    }
}
