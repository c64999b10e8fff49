package dev.samekey.cli;

import dev.samekey.client.defects.ClientDefect;
import dev.samekey.client.defects.ClientDefects;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Lists the defects of the client. */
@Command(
        name = "client-defects",
        mixinStandardHelpOptions = true,
        description = "List the defects of the client as CSV.")
final class ClientDefectsCommand implements Runnable {
    @Override
    public void run() {
        System.out.println("name,clause,follows,how,slow,dialect");
        ClientDefects.all().forEach(defect -> System.out.println(row(defect)));
    }

    private static String row(ClientDefect defect) {
        String follows = defect.follows().stream().sorted().collect(Collectors.joining(" "));
        return String.join(
                ",",
                defect.name(),
                defect.clause(),
                follows,
                Csv.quoted(defect.how()),
                "false",
                defect.dialect().orElse(""));
    }
}
