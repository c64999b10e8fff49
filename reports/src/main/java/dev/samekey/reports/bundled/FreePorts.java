package dev.samekey.reports.bundled;

import dev.samekey.steps.process.CannotRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Ports on the loopback address that nobody listens on. They lie below those that systems give to outgoing connections
 * (from 32768 on Linux): a race opens hundreds of those, and one could take the port of a server that is about to start,
 * or that was killed and will come back to it. Two processes that pick at the same time go different ways, for a port that
 * one of them will listen on soon is still free to the other.
 */
final class FreePorts {
    private static final int FIRST = 16_384;
    private static final int LAST = 32_767;
    private static final int COUNT = LAST - FIRST + 1;

    private final int stride;
    private int next;

    FreePorts() {
        this(new Random());
    }

    private FreePorts(Random random) {
        this(random.nextInt(FIRST, LAST), 2 * random.nextInt(COUNT / 2) + 1);
    }

    /**
     * From this port on.
     *
     * @param stride to the next one; odd, so that it leads to all of them, for their number is a power of two
     */
    FreePorts(int next, int stride) {
        this.next = next;
        this.stride = stride;
    }

    /** So many different ones; none comes a second time before all the others have. */
    synchronized List<Integer> pick(int count) {
        List<Integer> ports = Stream.generate(this::following)
                .limit(COUNT)
                .filter(FreePorts::free)
                .limit(count)
                .toList();
        if (ports.size() < count) {
            throw new CannotRun("fewer than %d ports are free on the loopback address between %d and %d"
                    .formatted(count, FIRST, LAST));
        }
        return ports;
    }

    private int following() {
        int port = next;
        next = FIRST + (port - FIRST + stride) % COUNT;
        return port;
    }

    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException taken) {
            return false;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot try port " + port, failure);
        }
    }
}
