package dev.samekey.reports;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** The house rules that hold across the modules of the harness. */
@AnalyzeClasses(packages = "dev.samekey", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule rooms_are_free_of_cycles =
            slices().matching("dev.samekey.(*).(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule packages_of_the_rooms_are_free_of_cycles =
            slices().matching("dev.samekey.steps.(*).(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule seeds_and_oracles_import_nothing_of_ours = noClasses()
            .that()
            .resideInAnyPackage("dev.samekey.seeds..", "dev.samekey.oracles..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.samekey.steps..", "dev.samekey.reports..");

    @ArchTest
    static final ArchRule oracles_do_not_know_seeds = noClasses()
            .that()
            .resideInAPackage("dev.samekey.oracles..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.samekey.seeds..");

    @ArchTest
    static final ArchRule steps_do_not_know_reports = noClasses()
            .that()
            .resideInAPackage("dev.samekey.steps..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.samekey.reports..");

    @ArchTest
    static final ArchRule statics_hold_no_state = fields().that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat()
            .resideInAPackage("dev.samekey..")
            .should()
            .beFinal();

    @Test
    void no_class_of_the_reference_server_is_on_the_class_path() {
        assertThat(getClass().getResource("/dev/samekey/server")).isNull();
    }
}
