package dev.samekey.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of this machine where nobody listens. They lie below those that a system gives away by itself, so no test that runs
 * at the same time gets one of them by chance.
 */
public final class Ports {
    private static final int FIRST = 20_000;
    private static final int END = 32_000;
    private static final int TRIES = 100;

    private Ports() {}

    /** A port on which a test may listen. */
    public static int free() {
        for (int tried = 0; tried < TRIES; tried++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // Somebody listens there: the next one.
            }
        }
        throw new IllegalStateException(
                "no free port among " + TRIES + " tried from " + FIRST + " to " + (END - 1) + " of this machine");
    }

    /** Where a connection is refused. */
    public static URI nobody() {
        return URI.create("http://127.0.0.1:" + free());
    }
}
