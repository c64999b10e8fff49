package dev.samekey.reports.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** {@code java -jar samekey.jar}. */
@Command(
        name = "samekey",
        description = "Same key, same answer, one effect: proves against any HTTP API that retrying is safe.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {
            InitCommand.class,
            DiscoverCommand.class,
            CheckCommand.class,
            VerifyCommand.class,
            RepeatCommand.class,
            HelpCommand.class
        })
public final class Main {
    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        FailureHandler failures = new FailureHandler();
        return new CommandLine(new Main()).setExecutionStrategy(failures).setExecutionExceptionHandler(failures);
    }

    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"samekey " + (version == null ? "(not packaged)" : version)};
        }
    }
}
