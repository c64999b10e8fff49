package dev.samekey.cli;

import dev.samekey.defects.interaction.Interactions;
import picocli.CommandLine.Command;

/** Lists the defects that need several conditions at once. */
@Command(
        name = "interactions",
        mixinStandardHelpOptions = true,
        description = "List the defects that show only where several conditions meet, as CSV.")
final class InteractionsCommand implements Runnable {
    @Override
    public void run() {
        System.out.println("name,clause,strength,conditions,how");
        Interactions.all()
                .forEach(defect -> System.out.println(String.join(
                        ",",
                        defect.name(),
                        defect.clause(),
                        String.valueOf(defect.strength()),
                        Csv.quoted(defect.conditions()),
                        Csv.quoted(defect.how()))));
    }
}
