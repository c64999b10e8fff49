package dev.samekey.steps.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.extension.ResponseTransformerV2;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.http.Response;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy in the path that lets the target act and then cuts the connection, so that the caller never hears of it (RPL-9).
 * It works for any URL, for the target knows nothing of it.
 */
public final class LostAnswer {
    private final Wire wire;
    private final Duration limit;

    public LostAnswer(Wire wire, Duration limit) {
        this.wire = wire;
        this.limit = limit;
    }

    /**
     * What was sent and lost.
     *
     * @param upstreamStatus what the target had answered; 0 where it was never reached, so that nothing was lost
     */
    public record Loss(Exchange exchange, int upstreamStatus) {}

    /** Sends a request whose answer is lost. */
    public Loss send(Request request, URI replica) {
        Cutter cutter = new Cutter();
        WireMockServer proxy = new WireMockServer(options()
                .bindAddress("127.0.0.1")
                .dynamicPort()
                .proxyTimeout(Math.toIntExact(limit.toMillis()))
                .extensions(cutter));
        proxy.start();
        try {
            proxy.stubFor(any(anyUrl()).willReturn(aResponse().proxiedFrom(replica.toString())));
            return new Loss(wire.send(request, URI.create(proxy.baseUrl())), cutter.status.get());
        } finally {
            proxy.stop();
        }
    }

    private static final class Cutter implements ResponseTransformerV2 {
        private final AtomicInteger status = new AtomicInteger();

        @Override
        public String getName() {
            return "cut-after-the-target-acted";
        }

        @Override
        public Response transform(Response response, ServeEvent event) {
            if (response.isFromProxy()) {
                // Else the proxy itself tells that it did not reach the target.
                status.set(response.getStatus());
            }
            return Response.Builder.like(response)
                    .but()
                    .fault(Fault.CONNECTION_RESET_BY_PEER)
                    .build();
        }
    }
}
