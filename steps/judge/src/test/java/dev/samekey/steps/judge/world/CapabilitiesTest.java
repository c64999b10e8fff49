package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.samekey.steps.drive.process.Restart;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CapabilitiesTest {
    @Test
    void what_the_target_lacks_is_not_checked_and_named() {
        Capabilities none = Capabilities.none(Targets.file(Targets.FULL).target());
        Map<String, ThrowingCallable> missing = Map.of(
                "«oracles.database»", none::database,
                "«oracles.database.records»", none::records,
                "«oracles.log»", none::log,
                "«oracles.metrics»", none::metrics,
                "«clock»", none::clock,
                "«cleanup»", none::cleanup,
                "«store»", none::store);
        missing.forEach((member, asked) -> assertNotChecked(asked, member));
        assertNotChecked(none::requireRestart, "restart: the target file has no «lifecycle»");
        none.mend();
    }

    @Test
    void a_target_that_a_scenario_left_dead_is_started_again() {
        Noting target = new Noting();
        Capabilities capabilities = with(target);
        target.start();
        capabilities.mend();
        target.kill();
        capabilities.mend();

        assertThat(target.done).containsExactly("start", "kill", "start");
    }

    @Test
    void without_leave_to_write_the_target_is_not_killed() {
        Noting target = new Noting();
        Target readOnly =
                Targets.file(Targets.FULL.replace("writes: allowed\n", "")).target();
        Capabilities capabilities = with(target, readOnly);

        assertNotChecked(capabilities::requireRestart, "writes: the target file lacks «writes: allowed»");
        assertThat(capabilities.target()).isNull();
        assertThat(with(target).target()).isSameAs(target);
    }

    private static void assertNotChecked(ThrowingCallable asked, String reason) {
        Judgement judgement = catchThrowableOfType(Judgement.class, asked);

        assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(judgement).hasMessageContaining(reason);
    }

    private static Capabilities with(Restart restart) {
        return with(restart, Targets.file(Targets.FULL).target());
    }

    private static Capabilities with(Restart restart, Target target) {
        return Capabilities.none(target).with(Restart.class, restart);
    }

    private static final class Noting implements Restart {
        private final List<String> done = new ArrayList<>();

        @Override
        public void kill() {
            done.add("kill");
        }

        @Override
        public void start() {
            done.add("start");
        }

        @Override
        public boolean isRunning() {
            return done.get(done.size() - 1).equals("start");
        }
    }
}
