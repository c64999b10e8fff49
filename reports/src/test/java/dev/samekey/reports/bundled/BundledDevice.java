package dev.samekey.reports.bundled;

import dev.samekey.steps.drive.process.CannotRun;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The small proxy of the reference server, each in a process of its own. */
public final class BundledDevice implements AutoCloseable {
    private final BundledJar jar;

    private BundledDevice(BundledJar jar) {
        this.jar = jar;
    }

    public static BundledDevice unpack() throws IOException {
        return new BundledDevice(BundledJar.unpack());
    }

    /** One that runs. */
    public record Started(URI front, Process process) implements AutoCloseable {
        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /**
     * Starts one before a service.
     *
     * @param back the port of the service, which need not listen yet
     * @param arguments such as {@code --defect repeats-after-cut}
     */
    public Started before(int back, List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>(
                List.of("device", "--front", "0", "--back", String.valueOf(back), "--until-stdin-closes"));
        all.addAll(arguments);
        Process process = new ProcessBuilder(jar.command(all.toArray(String[]::new)))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String ready =
                String.valueOf(process.inputReader(StandardCharsets.UTF_8).readLine());
        if (!ready.startsWith("ready ")) {
            process.destroyForcibly();
            throw new CannotRun("the bundled device does not start: " + ready);
        }
        return new Started(URI.create(ready.substring("ready ".length())), process);
    }

    /** The defects that it knows, as it prints them: CSV with a header. */
    public List<String> defects() {
        return jar.lines("device-defects");
    }

    /** The ways of keeping the contract that it knows, as it prints them: CSV with a header. */
    public List<String> variants() {
        return jar.lines("device-variants");
    }

    @Override
    public void close() throws IOException {
        jar.close();
    }
}
