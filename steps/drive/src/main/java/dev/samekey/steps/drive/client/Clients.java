package dev.samekey.steps.drive.client;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The client under test, of which each scenario opens one or more. In Java, a test implements this. */
@FunctionalInterface
public interface Clients {
    /**
     * Opens a client that sends to the session's URL.
     *
     * @throws ClientFault when it cannot be started
     */
    Client open(Session session);

    /** Whether all scenarios must use one URL, one after another, because the client cannot be pointed elsewhere. */
    default boolean isShared() {
        return false;
    }

    /**
     * What a client is given when it is opened.
     *
     * @param url where it sends, without a slash at its end
     * @param folder of its own, which outlives it: a client that is opened later with the same folder finds what it kept
     * @param authority a PEM file of the certificate to trust; null over plain HTTP
     * @param clockSpeed by how much each wait between two attempts is to be divided; 1 unless the target file has a
     *     {@code clock_speed}
     */
    record Session(URI url, Path folder, @Nullable Path authority, int clockSpeed) {}
}
