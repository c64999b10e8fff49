package dev.samekey.steps.drive.path;

import dev.samekey.oracles.wait.Await;
import dev.samekey.oracles.wait.Interrupted;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The service behind a device. It does to each request what was said of its probe, which is the last segment of its path, and notes what
 * arrived. To every other request, such as a look at its health, it answers 200.
 */
public final class PathService implements AutoCloseable {
    /** Where the requests go; a device that knows one path only can be told this one. */
    public static final String PATH = "/samekey/";

    private static final Pattern PROBE = Pattern.compile(" [^ ?]*/samekey/([0-9a-f-]{36})[ ?]");
    private static final int BACKLOG = 200;

    private final ServerSocket socket;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Reaction> reactions = new ConcurrentHashMap<>();
    private final Map<String, List<PathArrival>> arrivals = new ConcurrentHashMap<>();
    private final AtomicInteger connections = new AtomicInteger();

    /** @throws IOException when it cannot listen there */
    public PathService(InetSocketAddress address) throws IOException {
        socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(address, BACKLOG);
        threads.execute(this::accept);
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** What is done to the requests of a probe from now on. */
    public void expect(String probe, Reaction reaction) {
        reactions.put(probe, reaction);
    }

    /** The requests of a probe that have arrived so far, the first one first; none of a probe that is unknown. */
    public List<PathArrival> arrived(String probe) {
        List<PathArrival> all = arrivals.getOrDefault(probe, List.of());
        synchronized (all) {
            return List.copyOf(all);
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                int number = connections.incrementAndGet();
                threads.execute(() -> serve(connection, number));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection, int number) {
        try (connection) {
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream());
            boolean isOpen = true;
            while (isOpen) {
                Optional<List<String>> head = Message.head(in);
                isOpen = head.isPresent() && met(head.get(), in, connection, number);
            }
        } catch (IOException | Interrupted gone) {
            // The device has closed the connection, or the service ends: what had arrived is noted.
            return;
        }
    }

    /** @return whether the connection stays open */
    private boolean met(List<String> lines, InputStream in, Socket connection, int number) throws IOException {
        OutputStream out = connection.getOutputStream();
        boolean isAsked = !new Message(lines, "", true).header("Expect").isEmpty();
        if (isAsked) {
            out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }
        Message request = Message.of(lines, in, false);
        Matcher probe = PROBE.matcher(request.start());
        Reaction reaction = Reaction.answers(200, List.of(), "{}");
        if (probe.find()) {
            note(probe.group(1), new PathArrival(Instant.now(), number, request));
            reaction = reactions.getOrDefault(probe.group(1), reaction);
        }
        if (!reaction.delay().isZero()) {
            Await.pause("the response of a slow service", reaction.delay());
        }
        out.write(reaction.bytes());
        out.flush();
        if (reaction.end() == Reaction.End.RESET) {
            connection.setSoLinger(true, 0);
        }
        return reaction.end() == Reaction.End.KEEP;
    }

    private void note(String probe, PathArrival arrival) {
        List<PathArrival> all = arrivals.computeIfAbsent(probe, one -> new ArrayList<>());
        synchronized (all) {
            all.add(arrival);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
