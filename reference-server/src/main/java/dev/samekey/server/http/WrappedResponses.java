package dev.samekey.server.http;

import java.util.function.BiFunction;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;

/** Stands between the handlers and the wire: what they write goes through another response. */
public final class WrappedResponses extends Handler.Wrapper {
    private final BiFunction<Request, Response, Response> wrapper;

    private WrappedResponses(BiFunction<Request, Response, Response> wrapper) {
        this.wrapper = wrapper;
    }

    /** Puts the wrapper around every response of a server that has no handler yet. */
    public static void on(Server server, BiFunction<Request, Response, Response> wrapper) {
        server.setHandler(new WrappedResponses(wrapper));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        return super.handle(request, wrapper.apply(request, response), callback);
    }
}
