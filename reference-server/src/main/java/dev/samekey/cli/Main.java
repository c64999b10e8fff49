package dev.samekey.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of the reference server. */
@Command(
        name = "reference-server",
        mixinStandardHelpOptions = true,
        version = "0.1.0",
        description = "A payment service that keeps the idempotency contract, and one defect for each clause.",
        subcommands = {
            ServeCommand.class,
            HostCommand.class,
            DatabaseCommand.class,
            DefectsCommand.class,
            InteractionsCommand.class,
            VariantsCommand.class,
            ClientCommand.class,
            ClientHostCommand.class,
            ClientDefectsCommand.class,
            ClientVariantsCommand.class,
            DeviceCommand.class,
            DeviceDefectsCommand.class,
            DeviceVariantsCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
public final class Main {
    private Main() {}

    /** Runs a command; what it cannot do it says in one line, with exit code 2. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setParameterExceptionHandler(Main::explain)
                .setExecutionExceptionHandler((failure, command, result) -> {
                    command.getErr().println(Failures.explain(failure));
                    return 2;
                });
    }

    private static int explain(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        String nearest = wrong instanceof UnmatchedArgumentException unmatched
                ? "; did you mean '" + Nearest.to(unmatched.getUnmatched().get(0), names(command)) + "'?"
                : "";
        command.getErr().println(wrong.getMessage() + nearest);
        return 2;
    }

    private static List<String> names(CommandLine command) {
        List<String> names =
                new ArrayList<>(command.getCommandSpec().optionsMap().keySet());
        names.addAll(command.getSubcommands().keySet());
        return names;
    }
}
