package dev.samekey.reports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What {@link ContractIT} has seen held by the clean server in this build, so that it need not be judged a second time. */
record HeldBefore(Set<String> clauses) {
    private static final String VERDICT = "verdict.json";

    /**
     * @param report the folder of its report
     * @param jar what it has judged with: a report that is older is of another build
     */
    static HeldBefore in(Path report, Path jar) {
        Path file = report.resolve(VERDICT);
        try {
            boolean isOfThisBuild =
                    Files.exists(file) && Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(jar)) > 0;
            return new HeldBefore(isOfThisBuild && isClean() ? held(file) : Set.of());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean isClean() {
        return Stream.of("samekey.target", "samekey.client", "samekey.defect")
                .allMatch(property -> System.getProperty(property, "").isBlank());
    }

    private static Set<String> held(Path file) throws IOException {
        JsonNode clauses = new ObjectMapper().readTree(file.toFile()).path("clauses");
        return StreamSupport.stream(clauses.spliterator(), false)
                .filter(clause -> clause.path("verdict").asText().equals("HELD"))
                .map(clause -> clause.path("id").asText())
                .collect(Collectors.toSet());
    }
}
