package dev.samekey.steps.judge.path;

import dev.samekey.steps.drive.path.Message;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A small proxy that passes each request on once, or has one fault. */
public final class SmallDevice implements AutoCloseable {
    private static final int SLOW_MILLIS = 350;
    private static final int MOST = 2;

    private final ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final int service;
    private final Fault fault;
    private final Map<String, byte[]> cache = new ConcurrentHashMap<>();
    private final AtomicInteger idle = new AtomicInteger();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger shut = new AtomicInteger();

    /** What it does otherwise. */
    public enum Fault {
        NONE,
        REPEATS_WHAT_WAS_CLOSED,
        REPEATS_WHAT_CAME_IN_ONE_WRITE,
        REPEATS_FOR_EACH_IDLE_CONNECTION,
        REPEATS_WHAT_WAS_CUT,
        LEAVES_THE_KEY_OUT_OF_A_REPETITION,
        REPEATS_AT_ONCE,
        SAYS_THAT_NOTHING_WAS_DONE,
        GIVES_NO_RESPONSE,
        COMPLETES_WHAT_WAS_CUT,
        TAKES_103_FOR_FINAL,
        CUTS_LONG_KEYS,
        SHUTS_OUT_FOR_A_WHILE,
        SEES_THE_SERVICE_LATE,
        KEEPS_RESPONSES_BY_PATH,
        REPEATS_WHAT_IS_SLOW
    }

    /** A request as it was read, and whether all of it was there at once. */
    private record Asked(List<String> lines, String body, boolean inOneWrite) {
        boolean isPut() {
            return lines.get(0).startsWith("PUT ");
        }

        byte[] bytes(boolean withKey) {
            String head = lines.stream()
                    .filter(line -> withKey || !line.toLowerCase(Locale.ROOT).startsWith("idempotency-key:"))
                    .filter(line -> !line.matches("(?i)(transfer-encoding|content-length|expect):.*"))
                    .collect(Collectors.joining("\r\n"));
            return (head + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                    .getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    public SmallDevice(int service, Fault fault) throws IOException {
        this.service = service;
        this.fault = fault;
        shut.set(fault == Fault.SEES_THE_SERVICE_LATE ? 2 : 0);
        threads.execute(this::accept);
    }

    public int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        try {
            while (!socket.isClosed()) {
                Socket caller = socket.accept();
                threads.execute(() -> serve(caller));
            }
        } catch (IOException closed) {
            threads.shutdown();
        }
    }

    private void serve(Socket caller) {
        try (caller) {
            InputStream in = new BufferedInputStream(caller.getInputStream());
            boolean isOpen = true;
            while (isOpen) {
                Optional<List<String>> head = Message.head(in);
                isOpen = head.isPresent() && pass(asked(head.get(), in, caller), caller.getOutputStream());
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private static Asked asked(List<String> lines, InputStream in, Socket caller) throws IOException {
        if (lines.stream().anyMatch(line -> line.startsWith("Expect:"))) {
            caller.getOutputStream().write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
        boolean inOneWrite = in.available() > 0;
        return new Asked(lines, Message.of(lines, in, false).body(), inOneWrite);
    }

    private boolean pass(Asked asked, OutputStream out) throws IOException {
        String path = asked.lines().get(0);
        byte[] known = cache.get(path);
        if (known != null) {
            out.write(known);
            return true;
        }
        if (shut.get() > 0 && shut.decrementAndGet() >= 0) {
            return own(out, "502");
        }
        idle.set(Math.max(idle.get(), atOnce.incrementAndGet()));
        try {
            return passed(asked, out);
        } finally {
            atOnce.decrementAndGet();
        }
    }

    private boolean passed(Asked asked, OutputStream out) throws IOException {
        boolean isAgain = false;
        int left = repetitions(asked);
        while (true) {
            Message answer = sent(asked, !isAgain || fault != Fault.LEAVES_THE_KEY_OUT_OF_A_REPETITION);
            boolean again = left-- > 0 && isRepeated(asked, answer);
            if (!again) {
                idle.set(asked.isPut() ? 0 : idle.get());
                return answered(asked, answer, out);
            }
            isAgain = true;
        }
    }

    private int repetitions(Asked asked) {
        return fault == Fault.REPEATS_FOR_EACH_IDLE_CONNECTION && asked.isPut() ? idle.get() : 1;
    }

    private boolean isRepeated(Asked asked, @Nullable Message answer) {
        boolean isUnavailable = answer != null && answer.status() == 503;
        return switch (fault) {
            case REPEATS_WHAT_WAS_CLOSED, LEAVES_THE_KEY_OUT_OF_A_REPETITION -> answer == null;
            case REPEATS_WHAT_CAME_IN_ONE_WRITE -> answer == null && asked.inOneWrite();
            case REPEATS_FOR_EACH_IDLE_CONNECTION -> answer == null && asked.isPut();
            case REPEATS_WHAT_WAS_CUT -> answer != null && !answer.isWhole();
            case REPEATS_AT_ONCE -> isUnavailable;
            case REPEATS_WHAT_IS_SLOW -> answer == null;
            default -> false;
        };
    }

    /** @return null where there was none, or none in time */
    private @Nullable Message sent(Asked asked, boolean withKey) {
        try (Socket upstream = new Socket()) {
            upstream.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), service));
            upstream.setSoTimeout(fault == Fault.REPEATS_WHAT_IS_SLOW ? SLOW_MILLIS : 0);
            byte[] bytes = asked.bytes(withKey);
            if (fault == Fault.CUTS_LONG_KEYS) {
                bytes = new String(bytes, StandardCharsets.ISO_8859_1)
                        .replaceAll("(?i)(idempotency-key: .{64})[^\r]*", "$1")
                        .getBytes(StandardCharsets.ISO_8859_1);
            }
            upstream.getOutputStream().write(bytes);
            InputStream in = new BufferedInputStream(upstream.getInputStream());
            while (true) {
                List<String> lines = Message.head(in).orElseThrow(() -> new IOException("closed"));
                boolean isFinal = new Message(lines, "", true).status() >= 200 || fault == Fault.TAKES_103_FOR_FINAL;
                if (isFinal) {
                    return Message.of(lines, in, false);
                }
            }
        } catch (IOException none) {
            return null;
        }
    }

    private boolean answered(Asked asked, @Nullable Message answer, OutputStream out) throws IOException {
        if (answer == null) {
            shut.set(fault == Fault.SHUTS_OUT_FOR_A_WHILE ? MOST : 0);
            return fault != Fault.GIVES_NO_RESPONSE
                    && own(out, fault == Fault.SAYS_THAT_NOTHING_WAS_DONE ? "503" : "502");
        }
        boolean isCompleted = answer.isWhole() || fault == Fault.COMPLETES_WHAT_WAS_CUT;
        String head = answer.lines().stream()
                .filter(line -> !line.matches("(?i)(transfer-encoding|content-length|trailer):.*"))
                .collect(Collectors.joining("\r\n"));
        int length = answer.body().length() + (isCompleted ? 0 : 1);
        byte[] bytes = (head + "\r\nContent-Length: " + length + "\r\n\r\n" + answer.body())
                .getBytes(StandardCharsets.ISO_8859_1);
        if (fault == Fault.KEEPS_RESPONSES_BY_PATH) {
            cache.put(asked.lines().get(0), bytes);
        }
        out.write(bytes);
        return isCompleted;
    }

    private static boolean own(OutputStream out, String status) throws IOException {
        out.write(("HTTP/1.1 " + status + " Own\r\nContent-Length: 0\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        return true;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
