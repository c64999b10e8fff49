package dev.samekey.cli;

import dev.samekey.defects.Defects;
import dev.samekey.defects.common.Defect;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Lists the defects. */
@Command(name = "defects", mixinStandardHelpOptions = true, description = "List the defects as CSV.")
final class DefectsCommand implements Runnable {
    @Override
    public void run() {
        System.out.println("name,clause,follows,how,slow,dialect");
        Defects.all().forEach(defect -> System.out.println(row(defect)));
    }

    private static String row(Defect defect) {
        String follows = defect.follows().stream().sorted().collect(Collectors.joining(" "));
        return String.join(
                ",",
                defect.name(),
                defect.clause(),
                follows,
                Csv.quoted(defect.how()),
                String.valueOf(defect.isSlow()),
                defect.dialect().orElse(""));
    }
}
