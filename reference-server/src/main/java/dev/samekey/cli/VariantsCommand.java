package dev.samekey.cli;

import dev.samekey.variants.Variants;
import picocli.CommandLine.Command;

/** Lists the variants. */
@Command(name = "variants", mixinStandardHelpOptions = true, description = "List the variants as CSV.")
final class VariantsCommand implements Runnable {
    @Override
    public void run() {
        System.out.println("name,how");
        Variants.all().forEach(variant -> System.out.println(variant.name() + "," + Csv.quoted(variant.how())));
    }
}
