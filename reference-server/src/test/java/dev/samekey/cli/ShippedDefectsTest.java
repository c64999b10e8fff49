package dev.samekey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.client.defects.ClientDefects;
import dev.samekey.defects.Defects;
import dev.samekey.device.defects.DeviceDefects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The features say what each defect does; where they differ from the defects, the right file is in the folder target. */
class ShippedDefectsTest {
    @Test
    void the_contract_says_of_each_defect_what_it_does() throws IOException {
        String right = Stream.of(
                        Stream.of("name,clause,how"),
                        Defects.all().stream().map(one -> row(one.name(), one.clause(), one.how())),
                        ClientDefects.all().stream().map(one -> row(one.name(), one.clause(), one.how())),
                        DeviceDefects.all().stream().map(one -> row(one.name(), one.clause(), one.how())))
                .flatMap(rows -> rows)
                .collect(Collectors.joining("\n", "", "\n"));
        Files.writeString(Path.of("target/defects.csv"), right);

        assertThat(Path.of("../features/contract/defects.csv"))
                .as("copy reference-server/target/defects.csv to features/contract")
                .hasContent(right);
    }

    private static String row(String name, String clause, String how) {
        return String.join(",", name, clause, Csv.quoted(how));
    }
}
