package dev.samekey.reports.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class SamekeyAnnotationTest {
    private static final String TARGET = "src/test/resources/junit/api.yaml";

    @Test
    void a_method_is_a_test_for_each_clause_and_one_for_the_gate() {
        assertThat(results(OnAMethod.class))
                .containsExactly(
                        "RPL-2 Same body on replay: SUCCESSFUL",
                        "STO-1 Record and effect commit together: ABORTED",
                        "the gate lets it pass: SUCCESSFUL");
    }

    @Test
    void a_class_takes_its_test_from_the_interface_and_fails_with_the_sentence() {
        assertThat(results(OnAClass.class))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("RPL-2 ")
                .contains(": FAILED Body of the replay of a payment");
    }

    @Test
    void what_a_method_says_replaces_what_its_class_says() {
        assertThat(results(OnBoth.class)).hasSize(2).first().asString().startsWith("RPL-1 ");
    }

    @Test
    void features_of_a_folder_run_in_place_of_the_shipped_ones() {
        assertThat(results(OfAFolder.class))
                .filteredOn(result -> result.contains("SUCCESSFUL"))
                .containsExactly("RPL-2 Same body on replay: SUCCESSFUL", "the gate lets it pass: SUCCESSFUL");
        assertThat(results(OfAFolder.class)).noneMatch(result -> result.startsWith("RPL-1 "));
    }

    private static List<String> results(Class<?> sample) {
        List<String> results = new ArrayList<>();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(sample))
                                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "false")
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest()) {
                                    results.add(test.getDisplayName() + ": " + result.getStatus()
                                            + result.getThrowable()
                                                    .filter(AssertionError.class::isInstance)
                                                    .map(failure -> " " + failure.getMessage())
                                                    .orElse(""));
                                }
                            }
                        });
        return results;
    }

    /** With an API that each test has on a port of its own. */
    abstract static class Sample {
        private final SmallApi api;

        Sample(boolean replays) {
            api = new SmallApi(replays);
        }

        @AfterEach
        void stop() {
            api.close();
        }

        String url() {
            return api.url();
        }
    }

    static final class OnAMethod extends Sample {
        OnAMethod() {
            super(true);
        }

        @SamekeyTest(
                target = TARGET,
                clauses = {"RPL-2", "STO-1"},
                out = "target/annotated/method")
        Stream<DynamicTest> contract(Samekey api) {
            return api.url(url()).verify();
        }
    }

    @SamekeyTest(target = TARGET, features = "src/test/resources/junit/features", out = "target/annotated/folder")
    static final class OfAFolder extends Sample implements SamekeyContract {
        OfAFolder() {
            super(true);
        }

        @Override
        public List<String> urls() {
            return List.of(url());
        }
    }

    @SamekeyTest(target = TARGET, clauses = "RPL-2", out = "target/annotated/class")
    static final class OnAClass extends Sample implements SamekeyContract {
        OnAClass() {
            super(false);
        }

        @Override
        public List<String> urls() {
            return List.of(url());
        }
    }

    @SamekeyTest(target = "no-such-file.yaml", clauses = "RPL-2", out = "target/annotated/both")
    static final class OnBoth extends Sample {
        OnBoth() {
            super(true);
        }

        @SamekeyTest(target = TARGET, clauses = "RPL-1", out = "target/annotated/both")
        Stream<DynamicTest> contract(Samekey api) {
            return api.url(url()).verify();
        }
    }
}
