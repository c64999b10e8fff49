package dev.samekey.steps.drive.broker;

import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.process.CannotRun;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Connections to brokers. */
public final class Connections {
    /** Who does not answer so soon is not there. */
    public static final Duration LIMIT = Duration.ofSeconds(5);

    private Connections() {}

    /** @throws CannotRun when nobody answers there */
    public static Connection open(URI url) {
        try {
            return Nats.connect(Options.builder()
                    .server(url.toString())
                    .connectionTimeout(LIMIT)
                    .errorListener(new ErrorListener() {})
                    .build());
        } catch (IOException | IllegalArgumentException failure) {
            throw new CannotRun("cannot reach the broker at " + shown(url) + ": " + failure.getMessage());
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("the broker at " + shown(url), interrupted);
        }
    }

    /** The URL without what it may have to sign in. */
    static String shown(URI url) {
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }

    public static void close(@Nullable Connection connection) {
        if (connection == null) {
            return;
        }
        try {
            connection.close();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
