package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.drive.http.RecordingProxy;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.audit.HistoryWriter;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Records traffic for an audit. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "A proxy in front of a service. It passes each request on once, and records it for «samekey audit».",
        footer = {
            "",
            "Credentials are never written. Keys and values are written as digests, under a secret that nobody keeps,",
            "so two recordings cannot be compared with each other. It speaks HTTP/1.1, and ends with Ctrl-C.",
            "",
            "Examples:",
            "  samekey record --to https://staging.acme.example --contract stripe",
            "  samekey audit recording.jsonl --contract stripe"
        })
final class RecordCommand implements Callable<Integer> {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int LAST_SECONDS = 5;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--listen",
            paramLabel = "[ADDRESS:]PORT",
            description =
                    "Where callers connect to (default: ${DEFAULT-VALUE}; 0: any free port). Without an address only"
                            + " this machine can connect.")
    private String listen = "8090";

    @Option(
            names = "--to",
            paramLabel = "URL",
            required = true,
            description = "The service, such as https://staging.acme.example.")
    private String to = "";

    @Option(
            names = "--contract",
            paramLabel = "NAME|FILE",
            description = "The contract: it says where keys, codes and marks are (default: ${DEFAULT-VALUE}).")
    private String contract = "playbook";

    @Option(names = "--out", paramLabel = "FILE", description = "The recording (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("recording.jsonl");

    @Option(names = "--force", description = "Replace a file that is there already.")
    private boolean force;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "End after this time, such as 90s or 10m (default: with Ctrl-C).")
    private @Nullable String time;

    @Option(names = "--plain", description = "Write keys and values as they are; credentials never are.")
    private boolean plain;

    @Override
    public Integer call() throws Exception {
        Console console =
                Screen.here().console(Objects.requireNonNull(spec).commandLine().getOut());
        URI upstream = Ends.url("--to", to, "https://staging.acme.example");
        InetSocketAddress address = Ends.listen("--listen", listen);
        Duration limit = Judge.time(time);
        TargetFile file = ContractAlone.of(String.valueOf(out.getFileName()), contract);
        new NewFile(out, force).mustBeFree();
        // A connection that waited for long may be closed at the other end, and the request would get no response.
        System.setProperty("jdk.httpclient.keepalive.timeout", "1");
        System.setProperty("sun.net.httpserver.nodelay", "true");
        CountDownLatch over = new CountDownLatch(1);
        RecordingProxy proxy = proxy(address, upstream);
        try (BufferedWriter text = Files.newBufferedWriter(out)) {
            HistoryWriter history = new HistoryWriter(file.contract(), text, plain);
            try (proxy) {
                proxy.start(history::write);
                console.say("recording what is sent to http://" + address.getHostString() + ":" + proxy.port()
                        + " and passed on to " + upstream + ", in " + out + "; end it with Ctrl-C");
                untilTheEnd(limit, over);
            }
            return ended(history, console);
        } finally {
            over.countDown();
        }
    }

    private int ended(HistoryWriter history, Console console) {
        console.say(
                history.written() + " exchanges are in " + out + ": samekey audit " + out + " --contract " + contract);
        history.failure().ifPresent(why -> {
            throw new CannotRun(
                    out + " could not be written: " + why + ". Later requests were passed on, and not recorded");
        });
        return 0;
    }

    /** The file is opened when it listens: an earlier recording is not replaced for nothing. */
    private static RecordingProxy proxy(InetSocketAddress address, URI upstream) {
        try {
            return new RecordingProxy(address, upstream, Network.direct(), LIMIT);
        } catch (IOException failure) {
            throw new CannotRun("cannot listen at " + address.getHostString() + ":" + address.getPort() + ": "
                    + failure.getMessage() + ". Name another port with --listen");
        }
    }

    /** Until the time is over, or somebody ends the process: then it stays until the last word is said. */
    private static void untilTheEnd(@Nullable Duration limit, CountDownLatch over) throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        Thread hook = new Thread(
                () -> {
                    asked.countDown();
                    try {
                        var unused = over.await(LAST_SECONDS, TimeUnit.SECONDS);
                    } catch (InterruptedException ending) {
                        Thread.currentThread().interrupt();
                    }
                },
                "record-end");
        Runtime.getRuntime().addShutdownHook(hook);
        if (limit == null) {
            asked.await();
        } else if (!asked.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
