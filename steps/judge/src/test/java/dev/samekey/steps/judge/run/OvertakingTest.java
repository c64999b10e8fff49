package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slow payment takes 1.3 s, and three others are sent after it (CON-6). */
class OvertakingTest {
    private static final int SLOW_MS = 1_300;
    private static final int OTHERS = 3;

    private final AtomicInteger slow = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    /** How long the very first of the others is delayed, in milliseconds, where it differs. */
    private int first;

    @TempDir
    private Path out = Path.of("");

    @Test
    void others_that_wait_for_the_slow_one_are_delayed_by_it() throws IOException {
        assertThat(judged(List.of(1_050, 20, 20))).containsExactly(Verdict.BROKEN);
    }

    @Test
    void others_that_are_slow_now_and_then_have_not_waited_for_it() throws IOException {
        assertThat(judged(List.of(1_200, 1_900, 300))).containsExactly(Verdict.INCONCLUSIVE);
    }

    @Test
    void others_of_which_one_was_delayed_and_one_was_not_have_not_waited_for_it() throws IOException {
        first = 1_250;

        assertThat(judged(List.of(600, 20, 20))).containsExactly(Verdict.INCONCLUSIVE);
    }

    @Test
    void others_that_are_as_quick_as_usual_have_overtaken_it() throws IOException {
        assertThat(judged(List.of(20, 20, 20))).containsExactly(Verdict.HELD);
    }

    /** @param delays of the first, the second and the third of the others, in milliseconds */
    private List<Verdict> judged(List<Integer> delays) throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> {
            boolean isSlow = request.body().contains("slow");
            if (isSlow) {
                slow.incrementAndGet();
                others.set(0);
            }
            int other = isSlow ? OTHERS : others.getAndIncrement();
            int usual = slow.get() > 0 && other < OTHERS ? delays.get(other) : 0;
            int delay = slow.get() == 1 && other == 0 && first > 0 ? first : usual;
            TimeUnit.MILLISECONDS.sleep(isSlow ? SLOW_MS : delay);
            connection
                    .getOutputStream()
                    .write("HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\n{\"id\":\"1\"}"
                            .getBytes(StandardCharsets.UTF_8));
        })) {
            String target =
                    Targets.BARE.replace("http://127.0.0.1:1", server.uri().toString());
            return new ContractRun(
                            Targets.file(target + "    sandbox: {slow: {/payer: slow}}\nwrites: allowed\n"),
                            Choice.of(Set.of("CON-6")),
                            out)
                    .run(unused -> {}).scenarios().stream()
                            .map(ScenarioResult::verdict)
                            .toList();
        }
    }
}
