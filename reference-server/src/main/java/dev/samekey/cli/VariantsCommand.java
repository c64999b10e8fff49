package dev.samekey.cli;

import dev.samekey.variants.Variant;
import dev.samekey.variants.Variants;
import picocli.CommandLine.Command;

/** Lists the variants. */
@Command(name = "variants", mixinStandardHelpOptions = true, description = "List the variants as CSV.")
final class VariantsCommand implements Runnable {
    @Override
    public void run() {
        System.out.println("name,how,slow,dialect,states");
        Variants.all().forEach(variant -> System.out.println(row(variant)));
    }

    private static String row(Variant variant) {
        return String.join(
                ",",
                variant.name(),
                Csv.quoted(variant.how()),
                String.valueOf(variant.slow()),
                variant.dialect().orElse(""),
                Csv.quoted(variant.states().replaceAll("\\s*\\n\\s*", " ")));
    }
}
