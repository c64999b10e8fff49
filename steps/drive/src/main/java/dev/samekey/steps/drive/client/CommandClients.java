package dev.samekey.steps.drive.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A client under test that is a command. Each session starts it anew, and speaks JSON Lines with it: one object for each line, in
 * UTF-8.
 */
public final class CommandClients implements Clients {
    /** How long to wait for the report of a task, where nothing else is said. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    /** Five hours east of UTC all the year: a client that reads a date in GMT as its local time is early, and is seen. */
    public static final String TIME_ZONE = "Asia/Karachi";

    private final List<String> command;
    private final Path folder;
    private final Duration limit;

    /**
     * One that waits for a minute.
     *
     * @param command and its arguments, in which {@code ${url}} is the session's URL
     * @param folder where the command runs
     */
    public CommandClients(List<String> command, Path folder) {
        this(command, folder, LIMIT);
    }

    /** @param limit how long to wait for the report of a task */
    public CommandClients(List<String> command, Path folder, Duration limit) {
        this.command = List.copyOf(command);
        this.folder = folder;
        this.limit = limit;
    }

    /** @throws ClientFault when the command cannot be started */
    @Override
    public Client open(Session session) {
        return CommandClient.start(command, folder, session, limit);
    }
}
