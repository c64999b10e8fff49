package dev.samekey.reports.cli;

import java.util.Objects;
import picocli.AutoComplete.GenerateCompletion;
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
            TryCommand.class,
            InitCommand.class,
            DiscoverCommand.class,
            CheckCommand.class,
            DesignCommand.class,
            VerifyCommand.class,
            MergeCommand.class,
            ClientCommand.class,
            PathCommand.class,
            RecordCommand.class,
            AuditCommand.class,
            RepeatCommand.class,
            SendCommand.class,
            EvidenceCommand.class,
            ExplainCommand.class,
            GenerateCompletion.class,
            HelpCommand.class
        })
public final class Main {
    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        FailureHandler.watch();
        QuickStart.begin();
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        FailureHandler failures = new FailureHandler();
        CommandLine main = new CommandLine(new Main())
                .setExecutionStrategy(failures)
                .setExecutionExceptionHandler(failures)
                // The @file of a curl line is curl's.
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true);
        Objects.requireNonNull(main.getSubcommands().get("try")).setStopAtPositional(true);
        GroupedHelp.install(main);
        return main;
    }

    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"samekey " + number()};
        }

        static String number() {
            String version = Main.class.getPackage().getImplementationVersion();
            return version == null ? "(not packaged)" : version;
        }
    }
}
