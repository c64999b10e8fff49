package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void the_help_of_each_command_says_what_its_author_wrote() {
        Main.commandLine()
                .getSubcommands()
                .forEach((name, command) ->
                        assertThat(command.getUsageMessage()).as(name).doesNotContain("null"));
        assertThat(Objects.requireNonNull(Main.commandLine().getSubcommands().get("try"))
                        .getUsageMessage())
                .contains("Write ${unique} in the line");
    }
}
