package dev.samekey.device;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Listens on loopback, and passes on what callers send. It reads a request and its response wholly before it passes them on. A response
 * without a length, HEAD and CONNECT are not known to it.
 */
public final class Device implements AutoCloseable {
    private static final int BACKLOG = 200;
    private static final int IDLE_MILLIS = 60_000;
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private final DeviceParts parts;
    private final ServerSocket socket;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private Device(DeviceParts parts, ServerSocket socket) {
        this.parts = parts;
        this.socket = socket;
    }

    /**
     * Starts one.
     *
     * @param port where callers connect to; 0 is any free one
     * @throws IOException when it cannot listen there
     */
    public static Device start(DeviceParts parts, int port) throws IOException {
        Device device = new Device(parts, new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress()));
        device.threads.execute(device::accept);
        return device;
    }

    public int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket caller = socket.accept();
                threads.execute(() -> serve(caller));
            }
        } catch (IOException closed) {
            threads.shutdown();
        }
    }

    private void serve(Socket caller) {
        try (caller) {
            caller.setTcpNoDelay(true);
            caller.setSoTimeout(IDLE_MILLIS);
            InputStream in = new BufferedInputStream(caller.getInputStream());
            boolean isOpen = true;
            for (int number = 1; isOpen; number++) {
                isOpen = pass(number, in, caller.getOutputStream());
            }
        } catch (IOException gone) {
            // The caller has gone, and there is nobody to tell it to.
            return;
        }
    }

    /** @return whether the connection stays open */
    private boolean pass(int number, InputStream in, OutputStream out) throws IOException {
        PassedRequest request;
        try {
            request = read(number, in, out);
        } catch (HttpMessage.TooLong refused) {
            out.write(HttpMessage.response(refused.status()).bytes());
            return false;
        }
        Optional<HttpMessage> response =
                parts.answering().answer(request, parts.upstream().send(request));
        return response.isPresent() && write(response.get(), out);
    }

    private static PassedRequest read(int number, InputStream in, OutputStream out) throws IOException {
        HttpMessage head = HttpMessage.head(in);
        boolean inOneWrite = in.available() > 0;
        if (head.header("Expect").isPresent()) {
            out.write(CONTINUE);
        }
        HttpMessage request = head.readBody(in);
        if (!request.isWhole()) {
            throw new EOFException("half a request");
        }
        return new PassedRequest(request, number, inOneWrite);
    }

    private boolean write(HttpMessage response, OutputStream out) throws IOException {
        if (!response.isWhole()) {
            // A length that does not come is how a caller sees that the rest is missing.
            out.write(response.bytes("Content-Length: " + (response.body().length() + 1), response.body()));
            return false;
        }
        out.write(parts.framing().apply(response));
        return parts.isKept();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
