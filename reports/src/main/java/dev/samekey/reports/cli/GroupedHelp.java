package dev.samekey.reports.cli;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The options of a command with many of them, in groups with a heading each. */
record GroupedHelp(List<Group> groups) implements IHelpSectionRenderer {
    /** @param names of the options, in the order in which they are shown */
    record Group(String heading, List<String> names) {
        Group(String heading, String... names) {
            this(heading, List.of(names));
        }
    }

    private static final Group HELP = new Group("Help:", "--help", "--version");

    /** By the name of a command. */
    static final Map<String, GroupedHelp> BY_COMMAND = Map.of(
            "verify",
            new GroupedHelp(List.of(
                    new Group(
                            "What is judged:",
                            "--target",
                            "--url",
                            "--set",
                            "--profile",
                            "--system",
                            "--defect",
                            "--variant",
                            "--nats"),
                    new Group(
                            "Which part of it:",
                            "--clauses",
                            "--operation",
                            "--scenario",
                            "--features",
                            "--only-failed"),
                    new Group("How thoroughly, and how long:", "--strength", "--within", "--fail-fast", "--seed"),
                    new Group("What is reported:", "--out", "--baseline", "--quiet", "--color", "--allure"),
                    new Group("A run on several machines:", "--shard", "--costs", "--run-id"),
                    new Group("Before a run:", "--list", "--plan"),
                    HELP)),
            "client",
            new GroupedHelp(List.of(
                    new Group("What is judged:", "--target", "--command", "--log", "--defect", "--variant"),
                    new Group("By what:", "--contract", "--clauses"),
                    new Group("What is reported:", "--out", "--baseline", "--allure"),
                    new Group("Before a run:", "--list", "--plan"),
                    HELP)));

    /** Groups the options of the commands that have groups. */
    static void install(CommandLine main) {
        BY_COMMAND.forEach(
                (name, grouped) -> Objects.requireNonNull(main.getSubcommands().get(name))
                        .getHelpSectionMap()
                        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, grouped));
    }

    @Override
    public String render(Help help) {
        StringBuilder text = new StringBuilder();
        for (Group group : groups) {
            List<OptionSpec> options = group.names().stream()
                    .flatMap(name -> Stream.ofNullable(help.commandSpec().findOption(name)))
                    .toList();
            Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
            layout.addAllOptions(options, help.parameterLabelRenderer());
            text.append("%n%s%n".formatted(group.heading())).append(layout);
        }
        return text.toString();
    }
}
