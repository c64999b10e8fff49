package dev.samekey.device;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.Predicate;

/** A connection to the service. */
final class ServiceConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;

    private final Socket socket;
    private final InputStream in;

    private ServiceConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static ServiceConnection open(InetSocketAddress service) throws IOException {
        Socket socket = new Socket();
        socket.connect(service, CONNECT_MILLIS);
        socket.setTcpNoDelay(true);
        return new ServiceConnection(socket);
    }

    /**
     * Sends a request, and reads the response.
     *
     * @param patience for each wait
     * @throws IOException where there is none
     */
    HttpMessage exchange(HttpMessage request, Duration patience, Predicate<HttpMessage> isFinal) throws IOException {
        socket.setSoTimeout((int) patience.toMillis());
        socket.getOutputStream().write(request.bytes());
        HttpMessage head = responseHead();
        while (!isFinal.test(head)) {
            head = responseHead();
        }
        boolean isEmpty = head.status() < 200 || head.status() == 204 || head.status() == 304;
        return isEmpty ? head : head.readBody(in);
    }

    private HttpMessage responseHead() throws IOException {
        HttpMessage head = HttpMessage.head(in);
        if (!head.start().matches("HTTP/1\\.[01] [0-9]{3}( .*)?")) {
            throw new IOException("no response");
        }
        return head;
    }

    /** Whether it can be used again: the service has neither closed it nor said anything. */
    boolean isIdle() {
        try {
            socket.setSoTimeout(1);
            int unused = in.read();
            return false;
        } catch (SocketTimeoutException silent) {
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
