package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class GroupedHelpTest {
    private final Map<String, CommandLine> commands = Main.commandLine().getSubcommands();

    @Test
    void each_option_of_a_command_is_in_one_group() {
        GroupedHelp.BY_COMMAND.forEach((name, grouped) -> {
            List<String> options = command(name).getCommandSpec().options().stream()
                    .map(CommandLine.Model.OptionSpec::longestName)
                    .toList();
            assertThat(grouped.groups())
                    .as(name)
                    .flatExtracting(GroupedHelp.Group::names)
                    .containsExactlyInAnyOrderElementsOf(options);
        });
    }

    @Test
    void the_help_has_the_headings_and_is_80_columns_wide() {
        String help = command("verify").getUsageMessage();
        assertThat(help)
                .containsSubsequence(
                        "What is judged:",
                        "--target",
                        "Which part of it:",
                        "--clauses",
                        "What is reported:",
                        "--out",
                        "Exit code 0");
        assertThat(help.split("--target=FILE", -1))
                .as("in the synopsis and in its group")
                .hasSize(3);
        assertThat(help.substring(0, help.indexOf("Exit code")).lines()).allMatch(line -> line.length() <= 80);
        assertThat(command("client").getUsageMessage())
                .containsSubsequence("By what:", "--contract", "Help:", "--help");
    }

    private CommandLine command(String name) {
        return Objects.requireNonNull(commands.get(name));
    }
}
