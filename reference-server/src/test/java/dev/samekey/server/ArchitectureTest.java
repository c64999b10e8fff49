package dev.samekey.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.samekey.server", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] WITH_DEFECTS = {"..defects..", "..cli.."};

    @ArchTest
    static final ArchRule packages_form_no_cycle =
            slices().matching("dev.samekey.server.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule only_the_command_line_uses_the_defects = noClasses()
            .that()
            .resideOutsideOfPackages(WITH_DEFECTS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..defects..");

    @ArchTest
    static final ArchRule no_other_class_is_named_after_defects =
            noClasses().that().resideOutsideOfPackages(WITH_DEFECTS).should().haveNameMatching("(?i).*defect.*");

    @ArchTest
    static final ArchRule the_contract_stands_on_nothing_of_ours = classes()
            .that()
            .resideInAPackage("..contract..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("..contract..", "java..", "org.jspecify..");
}
