package dev.samekey.steps;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.samekey.steps.drive.http.Wire;
import java.time.Duration;
import java.util.List;

@AnalyzeClasses(packages = "dev.samekey", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule packages_are_free_of_cycles =
            slices().matching("dev.samekey.steps.(*).(*)..").should().beFreeOfCycles();

    @ArchTest
    static void a_name_belongs_to_one_type_of_its_module(JavaClasses classes) {
        for (String module : List.of("dev.samekey.steps", "dev.samekey.oracles", "dev.samekey.seeds")) {
            assertThat(classes.stream()
                            .filter(JavaClass::isTopLevelClass)
                            .filter(type -> type.getPackageName().startsWith(module))
                            .map(JavaClass::getSimpleName))
                    .filteredOn(name -> !name.equals("package-info"))
                    .isNotEmpty()
                    .doesNotHaveDuplicates();
        }
    }

    @ArchTest
    static final ArchRule statics_hold_no_state =
            fields().that().areStatic().should().beFinal();

    @ArchTest
    static final ArchRule only_the_drivers_send = noClasses()
            .that()
            .resideInAPackage("dev.samekey.steps..")
            .and()
            .resideOutsideOfPackages(
                    "dev.samekey.steps.drive.http..",
                    "dev.samekey.steps.drive.fault..",
                    "dev.samekey.steps.drive.downstream..",
                    "dev.samekey.steps.drive.service..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.http..", "com.github.tomakehurst..", "org.wiremock..", "wiremock..");

    @ArchTest
    static final ArchRule only_the_drivers_and_readiness_use_the_http_client = noClasses()
            .that()
            .resideInAPackage("dev.samekey.steps..")
            .and()
            .resideOutsideOfPackages("dev.samekey.steps.drive.http..", "dev.samekey.steps.model.net..")
            .and()
            .doNotHaveFullyQualifiedName("dev.samekey.steps.drive.process.Readiness")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.net.http..");

    @ArchTest
    static final ArchRule only_the_client_for_http_2_knows_its_frames = noClasses()
            .that()
            .resideInAPackage("dev.samekey.steps..")
            .and()
            .resideOutsideOfPackage("dev.samekey.steps.model.net..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.hc..");

    /** Such a wire asks nobody whether anything unsafe may leave. */
    @ArchTest
    static final ArchRule only_the_way_to_a_proxy_of_ours_asks_for_no_leave = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.samekey.steps.drive.fault.FaultProxy")
            .should()
            .callConstructor(Wire.class, Duration.class);

    @ArchTest
    static final ArchRule only_brokers_and_those_who_send_or_read_know_the_client = noClasses()
            .that()
            .resideInAPackage("dev.samekey.steps..")
            .and()
            .resideOutsideOfPackages(
                    "dev.samekey.steps.drive.broker..",
                    "dev.samekey.steps.drive.http..",
                    "dev.samekey.steps.drive.downstream..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.nats..");

    /** The next Cucumber touches one place; step definitions use its annotations and nothing else. */
    @ArchTest
    static final ArchRule only_the_adapter_knows_how_cucumber_works_inside = noClasses()
            .that()
            .resideInAPackage("dev.samekey.steps..")
            .and()
            .resideOutsideOfPackage("dev.samekey.steps.judge.cucumber..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.cucumber..")
                    .and(not(resideInAnyPackage("io.cucumber.java..", "io.cucumber.datatable.."))));

    @ArchTest
    static final ArchRule only_the_adapter_makes_the_objects_of_scenarios = noClasses()
            .that()
            .resideOutsideOfPackage("dev.samekey.steps.judge.cucumber..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.picocontainer..");
}
