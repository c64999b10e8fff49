package dev.samekey.steps.drive.fault;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A proxy in the path that does to one exchange what a network does to some (RPL-9). It works for any URL, for the target
 * knows nothing of it: what it passes on leaves over the wire, as all else does. The caller never sees an answer of the
 * target through it, so nothing hangs on how a proxy passes one on.
 */
public final class FaultProxy implements AutoCloseable {
    static final int BAD_GATEWAY = 502;
    static final int GATEWAY_TIMEOUT = 504;

    /** How long a caller waits for an answer that is going to be late. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Wire wire;
    private final Duration limit;
    private final ResponseFaults responseFaults = new ResponseFaults();
    private @Nullable WireMockServer proxy;

    /** @param limit for the answer of the target */
    public FaultProxy(Wire wire, Duration limit) {
        this.wire = wire;
        this.limit = limit;
    }

    /** Sends a request that meets a fault on its way, and waits until the target is done with it. */
    public Loss send(Request request, URI upstream, Fault fault) {
        ResponseFault responseFault = new ResponseFault(fault, limit, () -> wire.send(request, upstream));
        String way = responseFaults.add(responseFault);
        try (Wire caller = caller(fault)) {
            Exchange exchange = caller.send(request, URI.create(open().baseUrl() + way));
            return new Loss(fault, exchange.with(upstream), responseFault.upstream());
        } finally {
            responseFault.release();
            responseFaults.remove(way);
        }
    }

    /** Many a run needs none. */
    private synchronized WireMockServer open() {
        if (proxy == null) {
            proxy = new WireMockServer(options()
                    .bindAddress("127.0.0.1")
                    .dynamicPort()
                    .disableRequestJournal()
                    .stubRequestLoggingDisabled(true)
                    .extensions(responseFaults));
            proxy.start();
            proxy.stubFor(any(anyUrl()).willReturn(aResponse()));
        }
        return proxy;
    }

    @Override
    public synchronized void close() {
        if (proxy != null) {
            proxy.stop();
            proxy = null;
        }
    }

    /** What goes as far as the proxy only is no request to the target. */
    private Wire caller(Fault fault) {
        return new Wire(fault == Fault.ANSWER_TOO_LATE ? PATIENCE : limit);
    }
}
