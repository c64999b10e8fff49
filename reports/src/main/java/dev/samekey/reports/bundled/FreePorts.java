package dev.samekey.reports.bundled;

import dev.samekey.steps.drive.process.CannotRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ports on the loopback address that nobody listens on. They lie below those that systems give to outgoing connections
 * (from 32768 on Linux): a race opens hundreds of those, and one could take the port of a server that is about to start,
 * or that was killed and will come back to it. What one process has picked is free to another until somebody listens on it, so
 * each picks from a block of its own, and listens on that block's first port until it is closed: no other one takes the block.
 */
final class FreePorts implements AutoCloseable {
    private static final int FIRST = 16_384;
    private static final int BLOCK = 512;
    static final int BLOCKS = 32;

    private final ServerSocket sign;
    private int next;

    FreePorts() {
        this(new Random().nextInt(BLOCKS));
    }

    /** Those of this block, or of the first one after it that nobody has. */
    FreePorts(int block) {
        sign = IntStream.range(block, block + BLOCKS)
                .mapToObj(one -> listen(FIRST + one % BLOCKS * BLOCK))
                .flatMap(Stream::ofNullable)
                .findFirst()
                .orElseThrow(() -> new CannotRun(
                        BLOCKS + " other runs on this machine have taken all ports from " + FIRST + " on"));
    }

    /** So many different ones; none comes a second time before all the others have. */
    synchronized List<Integer> pick(int count) {
        List<Integer> ports = Stream.generate(this::following)
                .limit(BLOCK - 1)
                .filter(FreePorts::free)
                .limit(count)
                .toList();
        if (ports.size() < count) {
            throw new CannotRun("fewer than %d ports are free on the loopback address between %d and %d"
                    .formatted(count, sign.getLocalPort(), sign.getLocalPort() + BLOCK - 1));
        }
        return ports;
    }

    @Override
    public void close() {
        close(sign);
    }

    private int following() {
        next = next % (BLOCK - 1) + 1;
        return sign.getLocalPort() + next;
    }

    private static boolean free(int port) {
        ServerSocket socket = listen(port);
        if (socket == null) {
            return false;
        }
        close(socket);
        return true;
    }

    private static @Nullable ServerSocket listen(int port) {
        try {
            return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (BindException taken) {
            return null;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot try port " + port, failure);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot let go of port " + socket.getLocalPort(), failure);
        }
    }
}
