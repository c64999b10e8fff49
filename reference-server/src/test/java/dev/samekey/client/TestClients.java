package dev.samekey.client;

import dev.samekey.server.Contracts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Clients of a test service, with short delays. */
public final class TestClients {
    public static final String QUICK = "delays: [20ms, 40ms, 80ms, 160ms], total: 3s";

    private TestClients() {}

    /** The parts of a client of the playbook, but for these members of its retry policy. */
    public static ClientParts parts(TestService service, Path folder, String retry) {
        return parts(service, folder, retry, 1);
    }

    /** The same, with waits that are so many times shorter. */
    static ClientParts parts(TestService service, Path folder, String retry, int clockSpeed) {
        return parts(service, folder, retry, clockSpeed, new ByteArrayOutputStream());
    }

    /** The same, with its outcomes in a stream. */
    public static ClientParts parts(TestService service, Path folder, String retry, ByteArrayOutputStream out) {
        return parts(service, folder, retry, 1, out);
    }

    private static ClientParts parts(
            TestService service, Path folder, String retry, int clockSpeed, ByteArrayOutputStream out) {
        try {
            return ClientParts.of(new ClientBase(
                    service.url(),
                    folder,
                    TrustedAuthority.none(),
                    Contracts.but("retry: {" + retry + "}"),
                    new PayloadJson(),
                    new ScheduledThreadPoolExecutor(1),
                    clockSpeed,
                    new PrintStream(out, true, StandardCharsets.UTF_8)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Pays with a client of these parts. */
    public static ClientOutcome pay(ClientParts parts) {
        return ended(new RetryingClient(parts).perform("17", "payment", "{\"amount\":1000,\"reference\":\"u-1\"}"));
    }

    static ClientOutcome ended(CompletionStage<ClientOutcome> outcome) {
        try {
            return outcome.toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
