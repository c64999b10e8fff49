package dev.samekey.reports.bundled;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.MergePatch;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The reference client that comes with the harness. It is judged as any client is, by a command. */
public final class BundledClient implements AutoCloseable {
    /** The one that promises every clause about clients. */
    public static final String CONTRACT = "retry-safe";

    private final BundledJar jar;

    private BundledClient(BundledJar jar) {
        this.jar = jar;
    }

    /** Unpacks the client. */
    public static BundledClient unpack() {
        try {
            return new BundledClient(BundledJar.unpack());
        } catch (IOException failure) {
            throw new CannotRun("cannot unpack the bundled client: " + failure.getMessage());
        }
    }

    /** Prepares for many starts of the client, each in a process of its own; without it each takes longer. */
    public void recordClasses() {
        try {
            // Nobody listens there, so it sends in vain, and says so.
            Map<String, String> environment = Map.of(
                    "SAMEKEY_URL",
                    "http://127.0.0.1:9",
                    "SAMEKEY_FOLDER",
                    jar.newFolder().toString());
            String operation = "{\"id\":\"1\",\"operation\":\"payment\",\"payload\":{\"reference\":\"1\"}}\n";
            jar.record(environment, operation, "client");
        } catch (IOException failure) {
            throw new CannotRun("cannot prepare the bundled client: " + failure.getMessage());
        }
    }

    /**
     * A target file for one run of the client.
     *
     * @param contract a dialect that the client knows
     * @param arguments what else it is started with, such as {@code --defect key-per-attempt}
     */
    public TargetFile target(String contract, List<String> arguments) {
        return target(contract, arguments, 1);
    }

    /**
     * The same for a client that is started with a clock that runs faster.
     *
     * @param clockSpeed how many times as fast its waits may be; 1 is a real clock
     */
    public TargetFile target(String contract, List<String> arguments, int clockSpeed) {
        List<String> all = new ArrayList<>(List.of("client", "--dialect", contract));
        all.addAll(arguments);
        ArrayNode command = JsonNodeFactory.instance.arrayNode();
        jar.command(all.toArray(String[]::new)).forEach(command::add);
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.put("name", "Samekey reference client");
        file.put("contract", contract);
        ObjectNode client = file.putObject("client");
        client.set("command", command);
        if (clockSpeed > 1) {
            client.put("clock_speed", clockSpeed);
        }
        try {
            JsonNode stated = MergePatch.apply(file, BundledServer.stated(arguments, this::variants));
            return TargetFile.of(
                    YamlFile.of("client.yaml", stated.toString()), Path.of("").toAbsolutePath(), Map.of());
        } catch (IOException failure) {
            throw new CannotRun("cannot read the variants of the bundled client: " + failure.getMessage());
        }
    }

    /** What starts a process in which many of these clients run, as {@code client-host} of the reference server says. */
    public List<String> hostCommand() {
        return jar.command("client-host");
    }

    /** The defects that the client knows, as it prints them: CSV with a header. */
    public List<String> defects() {
        return jar.lines("client-defects");
    }

    /** The ways of keeping the contract that it knows, as it prints them: CSV with a header. */
    public List<String> variants() {
        return jar.lines("client-variants");
    }

    @Override
    public void close() {
        try {
            jar.close();
        } catch (IOException failure) {
            throw new CannotRun("cannot clean up after the bundled client: " + failure.getMessage());
        }
    }
}
