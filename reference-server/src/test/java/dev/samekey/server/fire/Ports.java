package dev.samekey.server.fire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;

/** Ports that stay free while whoever listens there is down: below those that systems give to clients. */
final class Ports {
    private static final int FIRST = 20_000;
    private static final int COUNT = 10_000;
    private static final int TRIES = 100;

    private Ports() {}

    static int free(Random random) {
        for (int tried = 0; tried < TRIES; tried++) {
            int port = FIRST + random.nextInt(COUNT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port among " + TRIES);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
