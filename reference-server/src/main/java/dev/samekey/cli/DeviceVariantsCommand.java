package dev.samekey.cli;

import dev.samekey.device.variants.DeviceVariants;
import picocli.CommandLine.Command;

/** Lists the variants of the device. */
@Command(
        name = "device-variants",
        mixinStandardHelpOptions = true,
        description = "List the variants of the device as CSV.")
final class DeviceVariantsCommand implements Runnable {
    @Override
    public void run() {
        System.out.println("name,how");
        DeviceVariants.all().forEach(variant -> System.out.println(variant.name() + "," + Csv.quoted(variant.how())));
    }
}
