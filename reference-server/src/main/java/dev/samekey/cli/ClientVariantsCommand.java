package dev.samekey.cli;

import dev.samekey.client.variants.ClientVariant;
import dev.samekey.client.variants.ClientVariants;
import picocli.CommandLine.Command;

/** Lists the variants of the client. */
@Command(
        name = "client-variants",
        mixinStandardHelpOptions = true,
        description = "List the variants of the client as CSV.")
final class ClientVariantsCommand implements Runnable {
    @Override
    public void run() {
        System.out.println("name,how,states");
        ClientVariants.all().forEach(variant -> System.out.println(row(variant)));
    }

    private static String row(ClientVariant variant) {
        return String.join(",", variant.name(), Csv.quoted(variant.how()), Csv.quoted(variant.states()));
    }
}
