package dev.samekey;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.samekey", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String SERVER = "dev.samekey.server..";

    @ArchTest
    static final ArchRule packages_form_no_cycle =
            slices().matching("dev.samekey.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule the_server_knows_no_defect_no_variant_and_no_command = noClasses()
            .that()
            .resideInAPackage(SERVER)
            .should()
            .dependOnClassesThat(resideInAPackage("dev.samekey..").and(resideOutsideOfPackage(SERVER)));

    @ArchTest
    static final ArchRule a_group_of_defects_knows_no_other_group = slices().matching("dev.samekey.defects.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(alwaysTrue(), resideInAPackage("dev.samekey.defects.common"));

    @ArchTest
    static void a_name_belongs_to_one_type(JavaClasses classes) {
        assertThat(classes.stream().filter(JavaClass::isTopLevelClass).map(JavaClass::getSimpleName))
                .filteredOn(name -> !name.equals("package-info"))
                .doesNotHaveDuplicates();
    }

    @ArchTest
    static final ArchRule the_contract_stands_on_nothing_of_ours = classes()
            .that()
            .resideInAPackage("..contract..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("..contract..", "java..", "org.jspecify..");
}
