package dev.samekey.defects.common;

import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Notes of each thread the request that it handles, as it stands on the wire. */
public final class OnTheWire {
    private final Map<Thread, Request> requests = new ConcurrentHashMap<>();
    private final Consumer<Request> arriving;

    /** @param arriving receives each request when its head is there */
    public OnTheWire(Consumer<Request> arriving) {
        this.arriving = arriving;
    }

    /** The same parts, whose requests are noted. */
    public Parts around(Parts parts) {
        return parts.with(Part.LISTENER, server -> server.setHandler(new Noting()));
    }

    /** Whether the request of this thread came in HTTP/2. */
    public boolean isSecondVersion() {
        return request().getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
    }

    /** Whether the caller of this thread's request, in HTTP/1.1, has closed the connection meanwhile. */
    public boolean hasCallerGone() {
        try {
            // Nothing more is read of a request that runs, so there is nothing to take away but the end of the
            // connection.
            return request()
                            .getConnectionMetaData()
                            .getConnection()
                            .getEndPoint()
                            .fill(ByteBuffer.allocate(1).limit(0))
                    < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private Request request() {
        return Objects.requireNonNull(requests.get(Thread.currentThread()));
    }

    private final class Noting extends Handler.Wrapper {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            arriving.accept(request);
            requests.put(Thread.currentThread(), request);
            try {
                return super.handle(request, response, callback);
            } finally {
                requests.remove(Thread.currentThread());
            }
        }
    }
}
