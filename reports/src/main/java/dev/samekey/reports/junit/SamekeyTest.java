package dev.samekey.reports.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Judges an API as a test of JUnit 5 or newer: each clause is a dynamic test with its reason. On a method, which gets what the
 * annotation says as a {@link Samekey} and may say where the API is now:
 *
 * <pre>{@code
 * @SamekeyTest(target = "src/test/resources/api.yaml")
 * Stream<DynamicTest> contract(Samekey api) {
 *     return api.url("http://localhost:" + port).verify();
 * }
 * }</pre>
 *
 * <p>On a class, which takes its test from {@link SamekeyContract}:
 *
 * <pre>{@code
 * @SamekeyTest(target = "src/test/resources/api.yaml")
 * class PaymentContractTest implements SamekeyContract {
 *     @Override
 *     public List<String> urls() {
 *         return List.of("http://localhost:" + port);
 *     }
 * }
 * }</pre>
 *
 * <p>What a method says replaces what its class says.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestFactory
@ExtendWith(AnnotatedRun.class)
public @interface SamekeyTest {
    /** The target file, a path from the folder in which the tests run. */
    String target();

    /** The one of the target file's profiles whose members count; none where nothing is named. */
    String profile() default "";

    /** URLs in place of those of the target file; several are replicas. */
    String[] url() default {};

    /** Only these clauses or groups, such as {@code RPL} and {@code CON-1}; all of them where nothing is named. */
    String[] clauses() default {};

    /** A folder of features, whose scenarios run in place of the shipped ones; the shipped ones where nothing is named. */
    String features() default "";

    /** How long the run may take, such as {@code 3m}: what harms most is judged first; as long as it takes where nothing is said. */
    String within() default "";

    /** The folder for the reports. Two runs need two folders: the second report replaces the first, and at the same time it is refused. */
    String out() default Samekey.OUT;
}
