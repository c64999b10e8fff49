package dev.samekey.reports.junit;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The test of a class that {@link SamekeyTest} annotates: JUnit takes the tests of a class from methods alone. */
public interface SamekeyContract {
    /** Where the API is now, in place of the URLs of the annotation; empty where they hold. */
    default List<String> urls() {
        return List.of();
    }

    /** A test for each clause, and one for the gate. */
    @TestFactory
    default Stream<DynamicTest> contract(Samekey api) {
        List<String> now = urls();
        return (now.isEmpty() ? api : api.url(now.toArray(String[]::new))).verify();
    }
}
