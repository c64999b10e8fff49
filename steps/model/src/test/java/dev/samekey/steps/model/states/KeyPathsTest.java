package dev.samekey.steps.model.states;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KeyPathsTest {
    private static final String RICH = Targets.FULL.replace(
                    "declined: {/payer: broke}",
                    "declined: {/payer: broke}\n      slow: {/payer: late}\n      unavailable_once: {/payer: once}")
            + """
            clock: {advance: {method: POST, path: /clock, body: {ms: "${ms}"}}}
            cleanup: {method: POST, path: /cleanup}
            """;

    private final Passable full = passable(RICH);
    private final KeyPaths paths = full.paths();

    @Test
    void a_few_paths_have_each_pair_that_can_follow_each_other() {
        List<KeyPath> covering = paths.covering();

        Set<TransitionPair> covered = new HashSet<>();
        Stream.concat(covering.stream(), paths.crashing().stream()).forEach(path -> covered.addAll(path.pairs()));
        assertThat(covered).hasSizeGreaterThan(60).containsExactlyInAnyOrderElementsOf(paths.pairs());
        assertThat(covering).hasSizeLessThan(paths.pairs().size() / 4);
    }

    @Test
    void each_pair_with_a_crash_is_in_a_path_of_one_or_two_crashes() {
        KeyPaths crashed = passable(RICH + "lifecycle: {start: [server], ready: {path: /}}\n")
                .paths();

        Set<TransitionPair> covered = new HashSet<>();
        crashed.crashing().forEach(path -> covered.addAll(path.pairs()));
        for (String state : List.of("completed", "failed")) {
            Transition crash = transition("crash-after-" + (state.equals("completed") ? "completion" : "failure"));
            Set<TransitionPair> wanted = new HashSet<>(Set.of(new TransitionPair(crash, crash)));
            crashed.pairs().forEach(pair -> {
                if (pair.first().to().equals(state)) {
                    wanted.add(new TransitionPair(pair.first(), crash));
                }
                if (pair.next().from().equals(state)) {
                    wanted.add(new TransitionPair(crash, pair.next()));
                }
            });
            assertThat(covered).hasSizeGreaterThan(wanted.size()).containsAll(wanted);
        }
        assertThat(crashed.crashing())
                .allSatisfy(path -> assertThat(path.crashes()).isBetween(1, 2));
        assertThat(crashed.crashing())
                .as("time passes for all keys, so those that expire come when the others are done")
                .isSortedAccordingTo((one, other) -> one.crashes() - other.crashes())
                .filteredOn(path -> path.toString().endsWith("an expiry"))
                .hasSizeGreaterThan(1)
                .allSatisfy(path -> assertThat(path.crashes()).isEqualTo(2));
        assertThat(paths.crashing()).isEmpty();
    }

    @Test
    void the_paths_are_the_same_each_time() {
        assertThat(passable(RICH).paths().covering()).isEqualTo(paths.covering());
    }

    @Test
    void each_move_begins_where_the_one_before_ended_and_nothing_is_left_in_progress() {
        assertThat(paths.covering()).allSatisfy(path -> {
            assertThat(path.moves().get(0).transition().from()).isEqualTo("absent");
            assertThat(path.pairs())
                    .allSatisfy(pair -> assertThat(pair.next().from())
                            .isEqualTo(pair.first().to()));
            assertThat(path.moves().get(path.moves().size() - 1).transition().to())
                    .isNotIn("in_progress", "taken_over");
        });
    }

    @Test
    void shorter_paths_end_as_the_long_one_does_and_the_shortest_comes_first() {
        KeyPath longest = paths.covering().stream()
                .max((one, other) -> one.moves().size() - other.moves().size())
                .orElseThrow();
        List<KeyPath> shorter = paths.shorter(longest);

        assertThat(shorter).isNotEmpty().allSatisfy(path -> {
            assertThat(path.moves()).hasSizeLessThan(longest.moves().size());
            assertThat(path.moves().get(path.moves().size() - 1).transition())
                    .isEqualTo(longest.moves().get(longest.moves().size() - 1).transition());
        });
        assertThat(shorter)
                .isSortedAccordingTo(
                        (one, other) -> one.moves().size() - other.moves().size());
        assertThat(paths.isShortest(shorter.get(0))).isTrue();
        assertThat(paths.isShortest(longest)).isFalse();
    }

    @Test
    void what_a_target_lacks_is_named_and_is_in_no_path() {
        Passable bare = passable(Targets.BARE);

        assertThat(bare.paths().covering())
                .flatExtracting(KeyPath::moves)
                .extracting(move -> move.transition().event())
                .doesNotContain("expiry", "cleanup", "takeover", "crash", "failure", "breakdown");
        assertThat(Stream.of("completed-expires", "duplicate-refused", "crash-before-effect")
                        .map(id -> bare.whyNot(transition(id)).orElse("")))
                .containsExactly(
                        "the target has no clock that can be moved (clock)",
                        "the target file names no way to make it «slow» (sandbox.slow)",
                        "the paths crash the target between two requests, and not while one is in progress");
    }

    @Test
    void no_path_goes_through_a_cleanup_where_an_expired_key_is_not_as_good_as_new() {
        Passable rejecting = passable(RICH.replace("contract: playbook", "contract: charges"));

        assertThat(full.whyNot(transition("cleanup-expired"))).isEmpty();
        assertThat(rejecting.whyNot(transition("cleanup-expired")))
                .hasValue("the contract does not say that an expired key is as good as new (expired)");
    }

    @Test
    void no_path_lets_a_refusal_expire_that_lives_for_another_time_than_what_is_refused_after_it() {
        Passable other = passable(RICH.replace(
                "contract: playbook", "contract: {extends: charges, lifetime: {default: 48h, refused: 10m}}"));

        assertThat(full.whyNot(transition("failed-expires"))).isEmpty();
        assertThat(other.whyNot(transition("failed-expires")))
                .hasValueSatisfying(why -> assertThat(why).contains("lifetime.refused"));
        assertThat(other.whyNot(transition("completed-expires"))).isEmpty();
    }

    private static Transition transition(String id) {
        return KeyStates.shipped().transitions().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Passable passable(String yaml) {
        TargetFile file = Targets.file(yaml);
        Operation first = file.target().operations().values().iterator().next();
        return new Passable(KeyStates.shipped(), file.target(), file.contract(), first);
    }
}
