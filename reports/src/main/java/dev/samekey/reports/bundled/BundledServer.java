package dev.samekey.reports.bundled;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.MergePatch;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The reference server that comes with the harness. It is reached as any target is, by URL and through a target file; here
 * are only its jar, its database and the values of that file's variables.
 */
public final class BundledServer implements AutoCloseable {
    /** The systems that the server can be, by their dialects. */
    public static final List<String> SYSTEMS_SHIPPED =
            List.of("playbook", "harbor-point", "platform", "charges", "retry-safe");

    private static final String SYSTEMS = "/samekey/systems/";
    /** What all systems share; it stands at the end of each target file. */
    private static final String SHARED = "server";
    /** What differs where a broker brings the events. */
    private static final String BROKER = "broker";

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:([^}]*)}");
    /** Of the servers that are described only. */
    private static final int FIRST_PORT = 8080;

    private static final Pattern ADDRESS = Pattern.compile("//([\\w.-]+:\\d+)/");
    /** On a busy machine a start takes ten times as long as on a quiet one. */
    static final int START_SECONDS = 180;

    private static final String READY = "ready ";

    /** Of callers that only the bundled server knows. */
    private static final Map<String, String> TOKENS =
            Map.of("SAMEKEY_ALICE_TOKEN", "alice-token", "SAMEKEY_BOB_TOKEN", "bob-token");

    private final BundledJar jar;
    private final Process database;
    private final String url;
    private final FreePorts freePorts = new FreePorts();

    private BundledServer(BundledJar jar, Process database, String url) {
        this.jar = jar;
        this.database = database;
        this.url = url;
    }

    /**
     * Unpacks the server and starts its database, which outlives restarts of the server.
     *
     * @throws CannotRun when the database is not ready within three minutes
     */
    public static BundledServer start() {
        return start(List.of());
    }

    /**
     * The same for servers with these arguments, which are looked at before the database starts.
     *
     * @param arguments such as {@code --defect check-then-act}
     * @throws CannotRun when the server does not take them, or the database is not ready within three minutes
     */
    public static BundledServer start(List<String> arguments) {
        try {
            BundledJar jar = BundledJar.unpack();
            if (!arguments.isEmpty()) {
                jar.mustTake("serve", arguments);
            }
            Process database = new ProcessBuilder(jar.command("database", "--port=0", "--until-stdin-closes"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new BundledServer(jar, database, ready(database));
        } catch (IOException failure) {
            throw new CannotRun("cannot start the bundled database: " + failure.getMessage());
        }
    }

    /**
     * Prepares for many processes of the server; without it each takes longer to start. It starts one more itself, so it pays from
     * the fifth on.
     */
    public void recordClasses() {
        jar.record(Map.of(), "", "serve", "--port=0", "--control", "--until-stdin-closes", "--db=" + ownSchema());
    }

    /**
     * A target file for one run of the server, on free ports and in a schema of its own.
     *
     * @param system one of {@link #SYSTEMS_SHIPPED}: the dialect that the server speaks, and the operations to judge
     * @param arguments what else the server is started with, such as {@code --defect check-then-act}
     * @param out the folder for the server's log
     */
    public TargetFile target(String system, List<String> arguments, Path out) {
        return target(system, UnaryOperator.identity(), arguments, out);
    }

    /** The same for a target file, as its text, that says something else. */
    public TargetFile target(String system, UnaryOperator<String> edit, List<String> arguments, Path out) {
        if (!SYSTEMS_SHIPPED.contains(system)) {
            throw new CannotRun("the bundled server is no «" + system + "», but " + SYSTEMS_SHIPPED);
        }
        try {
            Files.createDirectories(out);
            YamlFile yaml = yaml(system, edit);
            yaml = yaml.with(MergePatch.apply(yaml.tree(), stated(arguments, this::variants)));
            TargetFile file = TargetFile.of(yaml, out, variables(system, out)).chosenBy(choice(system, arguments));
            return file.withTarget(file.target().startedWith(arguments));
        } catch (IOException failure) {
            throw new CannotRun("cannot prepare the bundled server: " + failure.getMessage());
        }
    }

    /** The same of the first system, whose events come and go over a stream. */
    public TargetFile target(BundledStream stream, List<String> arguments, Path out) {
        String system = SYSTEMS_SHIPPED.get(0);
        try {
            Files.createDirectories(out);
            YamlFile file = yaml(system, UnaryOperator.identity());
            YamlFile brokered = file.with(MergePatch.apply(
                    file.tree(), YamlFile.of(BROKER + ".yaml", text(BROKER)).tree()));
            Map<String, String> variables = variables(system, out);
            variables.putAll(stream.variables());
            TargetFile target = TargetFile.of(brokered, out, variables)
                    .chosenBy(Stream.concat(Stream.of("--nats", "URL"), arguments.stream())
                            .toList());
            List<String> all = new ArrayList<>(stream.arguments());
            all.addAll(arguments);
            return target.withTarget(target.target().startedWith(all));
        } catch (IOException failure) {
            throw new CannotRun("cannot prepare the bundled server: " + failure.getMessage());
        }
    }

    private static List<String> choice(String system, List<String> arguments) {
        List<String> choice =
                new ArrayList<>(system.equals(SYSTEMS_SHIPPED.get(0)) ? List.of() : List.of("--system", system));
        choice.addAll(arguments);
        return choice;
    }

    /** What the target file of a variant states otherwise, by the CSV that lists the variants. */
    static JsonNode stated(List<String> arguments, Supplier<List<String>> variants) throws IOException {
        int option = arguments.indexOf("--variant");
        if (option < 0) {
            return JsonNodeFactory.instance.objectNode();
        }
        String name = arguments.get(option + 1);
        try (MappingIterator<Map<String, String>> rows = new CsvMapper()
                .readerForMapOf(String.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(String.join("\n", variants.get()))) {
            while (rows.hasNext()) {
                Map<String, String> row = rows.next();
                String states = row.getOrDefault("states", "");
                if (name.equals(row.get("name")) && !states.isEmpty()) {
                    return YamlFile.of(name, states).tree();
                }
            }
        }
        return JsonNodeFactory.instance.objectNode();
    }

    /**
     * The target file of a system whose server does not run, with ports and secrets that are nobody's. It is for a look at what
     * the file says, and the same each time.
     */
    public static TargetFile described(String system, Path folder) {
        if (!SYSTEMS_SHIPPED.contains(system)) {
            throw new CannotRun("the bundled server is no «" + system + "», but " + SYSTEMS_SHIPPED);
        }
        try {
            YamlFile yaml = yaml(system, UnaryOperator.identity());
            Map<String, String> variables = new HashMap<>(TOKENS);
            int port = FIRST_PORT;
            Matcher names = VARIABLE.matcher(text(system) + text(SHARED));
            while (names.find()) {
                if (!variables.containsKey(names.group(1))) {
                    variables.put(names.group(1), String.valueOf(port++));
                }
            }
            variables.put("SAMEKEY_DATABASE", "jdbc:postgresql://127.0.0.1:5432/samekey");
            variables.put("SAMEKEY_RELAYED_DATABASE", "jdbc:postgresql://127.0.0.1:5433/samekey");
            variables.put("SAMEKEY_STORE", "127.0.0.1:5432");
            variables.put("SAMEKEY_DIALECT", system);
            variables.put(
                    "SAMEKEY_WEBHOOK_SECRET", "whsec_" + Base64.getEncoder().encodeToString(new byte[24]));
            return TargetFile.of(yaml, folder, variables);
        } catch (IOException failure) {
            throw new CannotRun("cannot read the target file of the bundled server: " + failure.getMessage());
        }
    }

    private static YamlFile yaml(String system, UnaryOperator<String> edit) throws IOException {
        return YamlFile.of(system + ".yaml", edit.apply(text(system) + text(SHARED)));
    }

    /** A process for many servers, one after another; for those whose runs are started with it. */
    public WarmServer warm() {
        return new WarmServer(jar.command("host"), true);
    }

    /** The same, where a kill of a server is one of its process, as it is for users. It takes a start of Java each time. */
    public WarmServer killed() {
        return new WarmServer(jar.command("host"), false);
    }

    /** The defects that the server knows, as it prints them: CSV with a header. */
    public List<String> defects() {
        return jar.lines("defects");
    }

    /** The defects that show only where several conditions meet, as it prints them: CSV with a header. */
    public List<String> interactions() {
        return jar.lines("interactions");
    }

    /** The ways of keeping the contract that it knows, as it prints them: CSV with a header. */
    public List<String> variants() {
        return jar.lines("variants");
    }

    @Override
    public void close() {
        freePorts.close();
        try {
            // Its standard input ends, so it stops in order; what is left of it then is killed.
            database.getOutputStream().close();
            if (!database.waitFor(10, TimeUnit.SECONDS)) {
                database.descendants().forEach(ProcessHandle::destroyForcibly);
                database.destroyForcibly();
            }
            jar.close();
        } catch (IOException failure) {
            throw new CannotRun("cannot clean up after the bundled server: " + failure.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<String, String> variables(String system, Path out) throws IOException {
        List<Integer> ports = freePorts.pick(8);
        Map<String, String> variables = new HashMap<>(TOKENS);
        variables.put("SAMEKEY_PORT_1", String.valueOf(ports.get(0)));
        variables.put("SAMEKEY_PORT_2", String.valueOf(ports.get(1)));
        String database = ownSchema();
        Matcher address = ADDRESS.matcher(database);
        if (!address.find()) {
            throw new CannotRun("the bundled database has no address: " + url);
        }
        variables.put("SAMEKEY_DATABASE", database);
        variables.put("SAMEKEY_STORE", address.group(1));
        variables.put("SAMEKEY_STORE_PORT", String.valueOf(ports.get(2)));
        variables.put("SAMEKEY_EVENTS", String.valueOf(ports.get(5)));
        variables.put("SAMEKEY_MAIL", String.valueOf(ports.get(6)));
        variables.put("SAMEKEY_TRACES", String.valueOf(ports.get(7)));
        variables.put("SAMEKEY_RELAYED_DATABASE", address.replaceFirst("//127.0.0.1:" + ports.get(2) + "/"));
        variables.put("SAMEKEY_PAYMENTS", String.valueOf(ports.get(3)));
        variables.put("SAMEKEY_SHOP", String.valueOf(ports.get(4)));
        variables.put("SAMEKEY_DIALECT", system);
        variables.put("SAMEKEY_WEBHOOK_SECRET", "whsec_" + secret());
        variables.put(
                "SAMEKEY_LOG",
                out.toAbsolutePath().resolve("reference-server.log").toString());
        variables.put("SAMEKEY_JAVA", BundledJar.java());
        variables.put("SAMEKEY_SERVER", jar.path().toString());
        variables.put("SAMEKEY_CLASSES", jar.archive().toString());
        return variables;
    }

    private String ownSchema() {
        String schema = "s" + UUID.randomUUID().toString().replace("-", "");
        return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + schema;
    }

    /** Another one for each run: 24 bytes, as Standard Webhooks asks for. */
    private static String secret() {
        byte[] secret = new byte[24];
        new SecureRandom().nextBytes(secret);
        return Base64.getEncoder().encodeToString(secret);
    }

    private static String ready(Process database) {
        CompletableFuture<String> ready = CompletableFuture.supplyAsync(
                () -> firstReady(database.inputReader(StandardCharsets.UTF_8)), BundledServer::inItsThread);
        try {
            return ready.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            database.destroyForcibly();
            throw new CannotRun("the bundled database was not ready within " + START_SECONDS + " s");
        } catch (ExecutionException failure) {
            Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
            throw new CannotRun("the bundled database did not start: "
                    + (cause instanceof CannotRun ? cause.getMessage() : cause.toString()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CannotRun("interrupted while the bundled database started");
        }
    }

    /** Whoever waits for a process to say something; those of the common pool may be fewer than wait. */
    static void inItsThread(Runnable work) {
        Thread thread = new Thread(work, "bundled-server");
        thread.setDaemon(true);
        thread.start();
    }

    private static String firstReady(BufferedReader out) {
        List<String> before = new ArrayList<>();
        return out.lines()
                .peek(before::add)
                .filter(line -> line.startsWith(READY))
                .findFirst()
                .map(line -> line.substring(READY.length()).strip())
                .orElseThrow(() -> new CannotRun(
                        before.isEmpty() ? "it ended and said nothing" : "it said: " + String.join(" / ", before)));
    }

    private static String text(String system) throws IOException {
        String resource = SYSTEMS + system + ".yaml";
        try (InputStream in = Objects.requireNonNull(BundledServer.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
