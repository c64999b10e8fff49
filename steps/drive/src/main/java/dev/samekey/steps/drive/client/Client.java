package dev.samekey.steps.drive.client;

/**
 * A client under test in one session: it sends to one URL, and remembers what it likes. Many threads ask it at once.
 */
public interface Client extends AutoCloseable {
    /**
     * Does one operation, with all its attempts, and reports how it ended.
     *
     * @throws ClientFault when the client cannot be asked, or answers what nobody can read
     */
    Outcome perform(Task task);

    /**
     * Resumes an operation that was parked, also by a client that was ended since.
     *
     * @param task the one that was parked
     * @throws ClientFault as {@link #perform} does, and where the client cannot resume
     */
    default Outcome resume(Task task) {
        throw new ClientFault("the client cannot resume an operation");
    }

    /**
     * Ends the client at once, as a crash would. What it was asked and has not reported ends as {@link Outcome#unknown}.
     *
     * @throws ClientFault where the client cannot be killed
     */
    default void kill() {
        throw new ClientFault("the client cannot be killed: only a command can");
    }

    /**
     * Looks whether the client still keeps to what it was told.
     *
     * @throws ClientFault when it has done since its last report what nobody can read, or has ended
     */
    default void check() {}

    /** What the client has said beside its reports, such as its log; its last part where it is long. */
    default String words() {
        return "";
    }

    /**
     * Ends the session.
     *
     * @throws ClientFault when the client does not end, or has done what no earlier call could report
     */
    @Override
    default void close() {}
}
