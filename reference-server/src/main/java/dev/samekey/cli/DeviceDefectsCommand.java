package dev.samekey.cli;

import dev.samekey.device.defects.DeviceDefect;
import dev.samekey.device.defects.DeviceDefects;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Lists the defects of the device. */
@Command(
        name = "device-defects",
        mixinStandardHelpOptions = true,
        description = "List the defects of the device as CSV.")
final class DeviceDefectsCommand implements Runnable {
    @Override
    public void run() {
        System.out.println("name,clause,follows,how");
        DeviceDefects.all().forEach(defect -> System.out.println(row(defect)));
    }

    private static String row(DeviceDefect defect) {
        String follows = defect.follows().stream().sorted().collect(Collectors.joining(" "));
        return String.join(",", defect.name(), defect.clause(), follows, Csv.quoted(defect.how()));
    }
}
