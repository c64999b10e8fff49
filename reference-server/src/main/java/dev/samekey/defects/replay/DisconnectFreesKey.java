package dev.samekey.defects.replay;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.UnstoredOutcome;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The outcome of a request whose caller has gone is not stored, as where the store is asked in the context of the request. */
final class DisconnectFreesKey extends Defect {
    DisconnectFreesKey() {
        super(
                "disconnect-frees-key",
                "RPL-9",
                "",
                "An operation whose caller has gone meanwhile has its effect, and its outcome is not stored.");
    }

    @Override
    public Parts apply(Parts parts) {
        Map<Thread, EndPoint> callers = new ConcurrentHashMap<>();
        return parts.with(Part.LISTENER, server -> server.setHandler(new Callers(callers)))
                .with(
                        Part.RECORDS,
                        new UnstoredOutcome(
                                parts, claim -> hasGone(Objects.requireNonNull(callers.get(Thread.currentThread())))));
    }

    /** Nothing more is read of a request that runs, so there is nothing to take away but the end of the connection. */
    private static boolean hasGone(EndPoint caller) {
        try {
            return caller.fill(ByteBuffer.allocate(1).limit(0)) < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    /** Notes of each thread the connection of the request that it handles. */
    private static final class Callers extends Handler.Wrapper {
        private final Map<Thread, EndPoint> callers;

        Callers(Map<Thread, EndPoint> callers) {
            this.callers = callers;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            callers.put(
                    Thread.currentThread(),
                    request.getConnectionMetaData().getConnection().getEndPoint());
            try {
                return super.handle(request, response, callback);
            } finally {
                callers.remove(Thread.currentThread());
            }
        }
    }
}
