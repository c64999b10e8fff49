package dev.samekey.steps.drive.downstream;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.common.FatalStartupException;
import dev.samekey.steps.drive.process.CannotRun;

/** A loopback port. */
final class HttpStage implements Stage {
    private static final int THREADS = 64;

    private final String name;
    private final int port;
    private final WireMockServer server;

    HttpStage(String name, int port, Stub stub) {
        this.name = name;
        this.port = port;
        this.server = new WireMockServer(options()
                .bindAddress("127.0.0.1")
                .port(port)
                .containerThreads(THREADS)
                .disableRequestJournal()
                .stubRequestLoggingDisabled(true)
                .extensions(stub));
        server.stubFor(any(anyUrl()).willReturn(ok()));
    }

    @Override
    public void open() {
        try {
            server.start();
        } catch (FatalStartupException failure) {
            throw new CannotRun(
                    "cannot stub the counterpart «" + name + "» at port " + port + ": " + failure.getMessage());
        }
    }

    @Override
    public boolean isPlayed() {
        return true;
    }

    @Override
    public void close() {
        // A server that never listened cannot be stopped.
        if (server.isRunning()) {
            server.stop();
        }
    }
}
