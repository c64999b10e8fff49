package dev.samekey.cli;

import dev.samekey.client.ClientBase;
import dev.samekey.client.ClientParts;
import dev.samekey.client.ClientProtocol;
import dev.samekey.client.PayloadJson;
import dev.samekey.client.TrustedAuthority;
import dev.samekey.client.defects.ClientDefect;
import dev.samekey.client.variants.ClientVariant;
import dev.samekey.server.contract.Contract;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the client. */
@Command(
        name = "client",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Run the retrying client: each line of standard input is an operation, each line of standard output"
                        + " its outcome. The environment names the service (SAMEKEY_URL), a folder for what is kept"
                        + " (SAMEKEY_FOLDER), over HTTPS a PEM file of whom to trust (SAMEKEY_CA), and how many times"
                        + " shorter each wait between attempts is to be (SAMEKEY_CLOCK_SPEED).")
final class ClientCommand implements Callable<Integer> {
    @Option(
            names = "--dialect",
            paramLabel = "NAME|FILE",
            defaultValue = "playbook",
            converter = DialectConverter.class,
            description = "Which contract to keep: a shipped dialect, or a file. Default: ${DEFAULT-VALUE}.")
    private @Nullable Contract contract;

    @Option(
            names = "--defect",
            paramLabel = "NAME",
            converter = ClientDefectConverter.class,
            description = "Break one clause; the command client-defects lists the names.")
    private @Nullable ClientDefect defect;

    @Option(
            names = "--variant",
            paramLabel = "NAME",
            converter = ClientVariantConverter.class,
            description = "Keep the contract in another way; the command client-variants lists the names.")
    private @Nullable ClientVariant variant;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return run(System.getenv(), System.in, System.out);
    }

    /** @return the exit code, when everything that was asked for has ended, or soon after the end of the input */
    int run(Map<String, String> environment, InputStream in, OutputStream out)
            throws IOException, InterruptedException {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
        timer.setRemoveOnCancelPolicy(true);
        ClientParts parts = ClientParts.of(base(environment, timer, out));
        parts = variant == null ? parts : variant.apply(parts);
        parts = defect == null ? parts : defect.apply(parts);
        try {
            new ClientProtocol(parts).run(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
            return 0;
        } catch (TimeoutException running) {
            System.err.println("standard input ended, and some operations did not end soon after it");
            return 1;
        } finally {
            timer.shutdownNow();
        }
    }

    private ClientBase base(Map<String, String> environment, ScheduledExecutorService timer, OutputStream out)
            throws IOException {
        String url = environment.get("SAMEKEY_URL");
        String authority = environment.get("SAMEKEY_CA");
        if (url == null) {
            throw new IllegalArgumentException("SAMEKEY_URL is not set: it is the URL of the service");
        }
        return new ClientBase(
                url,
                Path.of(environment.getOrDefault("SAMEKEY_FOLDER", "parked")),
                authority == null ? TrustedAuthority.none() : TrustedAuthority.of(Path.of(authority)),
                Objects.requireNonNull(contract, "there is a default"),
                new PayloadJson(),
                timer,
                Integer.parseInt(environment.getOrDefault("SAMEKEY_CLOCK_SPEED", "1")),
                new PrintStream(out, false, StandardCharsets.UTF_8));
    }
}
