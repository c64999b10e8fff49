package dev.samekey.steps.judge.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.traces.OtlpReceiver;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.fault.StoreRelay;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.judge.world.Created;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.openapi.Description;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tries what a target file names, each thing once, and judges nothing. */
public final class TargetCheck {
    private static final String ORACLES = "oracles";
    private static final String DATABASE = "database";

    private final YamlFile raw;
    private final Path folder;
    private final Map<String, String> environment;
    private final Path out;
    private final TargetFile file;
    private final List<Row> rows = new ArrayList<>();

    /**
     * One thing that was tried.
     *
     * @param what such as {@code operation payment} or {@code oracle log}
     * @param came what was seen, or why nothing was
     * @param mend what to do about it; empty where it works
     */
    public record Row(String what, boolean works, String came, String mend) {}

    /**
     * Reads the file.
     *
     * @param out the folder for what the target prints, where the harness starts it
     * @throws BadFile when the file cannot be used
     */
    public TargetCheck(Path path, Map<String, String> environment, Path out) {
        this(YamlFile.read(path), path.toAbsolutePath().resolveSibling(""), environment, out);
    }

    /** The same for a file that was read already. */
    public TargetCheck(YamlFile raw, Path folder, Map<String, String> environment, Path out) {
        this.raw = raw;
        this.folder = folder;
        this.environment = environment;
        this.out = out;
        this.file = TargetFile.of(raw, folder, environment);
    }

    /** Tries everything; operations only where the file allows writes. */
    public List<Row> run() {
        Target target = file.target();
        if (target.lifecycle() == null) {
            description(target);
        }
        try (Brokers brokers = new Brokers(target.operations().values());
                Counterparts counterparts = Equipment.counterparts(target);
                StoreRelay store = Equipment.store(target);
                Starter.Started process = started(target)) {
            if (process == null) {
                TargetProcess.mustAnswer(target, file.network());
            }
            if (process != null) {
                // It may be the target itself that has the document.
                description(target);
            }
            row("urls", "each answers: " + target.urls());
            brokers.open();
            Created created = new Created(file.contract(), file.secrets());
            Wire wire = new Wire(
                    target.limits().answerLimit(),
                    brokers,
                    file.network(),
                    Equipment.pace(target),
                    target::requireWrites,
                    created::see);
            TargetFile working = oracles(wire);
            try (DatabaseOracle database = Equipment.database(working.target());
                    OtlpReceiver spans = Equipment.spans(working.target())) {
                operations(
                        wire,
                        created,
                        new Equipment(working, wire)
                                .capabilities(database, spans, process, store, counterparts, brokers));
            } finally {
                cleaned(created.clean(wire, target.urls().get(0)));
            }
        } catch (CannotRun failure) {
            broken("urls", failure.getMessage(), "nothing else can be tried before that works");
        }
        return List.copyOf(rows);
    }

    private Starter.@Nullable Started started(Target target) {
        if (target.lifecycle() == null) {
            return null;
        }
        TargetProcess process =
                new TargetProcess(target.lifecycle(), target.urls(), file.folder(), out.resolve("target.log"));
        process.start();
        row("lifecycle", "it starts, and is ready");
        return process;
    }

    private void description(Target target) {
        if (target.openapi() == null) {
            return;
        }
        try {
            Document document = new Description(target.openapi(), folder, file.network())
                    .document()
                    .orElseThrow();
            List<String> unknown = target.operations().values().stream()
                    .filter(one -> one.role().isKeyed())
                    .filter(one -> document.describing(
                                    one.request().method(), one.request().path())
                            .isEmpty())
                    .map(one -> String.valueOf(one.name()))
                    .toList();
            if (unknown.isEmpty()) {
                row("openapi", "it describes every operation with a key");
            } else {
                broken(
                        "openapi",
                        "it does not describe " + unknown,
                        "compare the paths of the operations with its own");
            }
        } catch (BadFile unreadable) {
            broken("openapi", unreadable.getMessage(), "mend the document, or the member «openapi»");
        }
    }

    /** Tries each oracle by itself, and gives the file with those that work. */
    private TargetFile oracles(Wire wire) {
        ObjectNode working = raw.tree().deepCopy();
        ObjectNode kept = working.putObject(ORACLES);
        raw.tree().path(ORACLES).properties().forEach(oracle -> {
            ObjectNode alone = working.objectNode();
            ObjectNode base = alone.putObject(ORACLES);
            JsonNode tables = oracle.getValue();
            if (oracle.getKey().equals(DATABASE) && tables instanceof ObjectNode database) {
                // Connection first: each table is then tried by itself.
                ObjectNode connection = database.deepCopy();
                connection.remove(List.of("records", "inbox"));
                base.set(DATABASE, connection);
                if (works(wire, "oracle database", base)) {
                    kept.set(DATABASE, connection.deepCopy());
                    List.of("records", "inbox").forEach(table -> {
                        if (database.has(table)) {
                            base.set(DATABASE, connection.deepCopy().set(table, database.path(table)));
                            if (works(wire, "oracle database." + table, base)) {
                                kept.withObjectProperty(DATABASE).set(table, database.path(table));
                            }
                        }
                    });
                }
            } else {
                base.set(oracle.getKey(), oracle.getValue());
                if (works(wire, "oracle " + oracle.getKey(), base)) {
                    kept.set(oracle.getKey(), oracle.getValue());
                }
            }
        });
        return TargetFile.of(raw.with(working), folder, environment);
    }

    private boolean works(Wire wire, String what, ObjectNode oracles) {
        ObjectNode tree = raw.tree().deepCopy();
        tree.set(ORACLES, oracles);
        TargetFile variant = TargetFile.of(raw.with(tree), folder, environment);
        try (Counterparts none = new Counterparts(variant.target());
                DatabaseOracle database = Equipment.database(variant.target());
                OtlpReceiver spans = Equipment.spans(variant.target())) {
            var unused = new Equipment(variant, wire).capabilities(database, spans, null, null, none, Brokers.none());
            row(what, "it answers");
            return true;
        } catch (CannotRun silent) {
            broken(what, silent.getMessage(), "mend «" + what.replace("oracle ", "oracles.") + "»");
            return false;
        }
    }

    private void cleaned(Cleaned cleaned) {
        if (cleaned.refused() + cleaned.left() > 0) {
            broken("cleanup", cleaned.told(), "mend the «cleanup» of the operation");
        } else if (!cleaned.isNothing()) {
            row("cleanup", cleaned.told());
        }
    }

    private void operations(Wire wire, Created created, Capabilities capabilities) {
        Journal journal = new Journal(file.secrets());
        Calls calls = new Calls(
                file.target(),
                new Keys(file.contract()),
                wire,
                journal,
                new Producer(capabilities.time()),
                capabilities,
                created,
                CurrentPhase.none());
        Effects effects = new Effects(capabilities, calls, journal, new Checks());
        file.target().operations().values().forEach(operation -> operation(operation, calls, effects, wire));
    }

    private void operation(Operation operation, Calls calls, Effects effects, Wire wire) {
        String what = "operation " + operation.name();
        if (!file.target().allowsWrites()) {
            broken(what, "not tried: nothing unsafe is sent", "write «writes: allowed» where you mean it");
            return;
        }
        try {
            Call call = calls.prepare(operation);
            Exchange exchange = wire.send(calls.signed(call).request(), calls.place(call));
            Answer answer = exchange.answer();
            if (answer == null) {
                broken(what, "no answer: " + exchange.failure(), "see whether limits.answer is long enough");
            } else if (!Calls.succeeded(operation, answer)) {
                broken(what, answer.status() + " " + brief(answer.body()), "mend its «request», or its «success»");
            } else {
                succeeded(what, operation, call, answer, calls, wire);
                effects(operation, call, effects);
            }
        } catch (Judgement judgement) {
            broken(what, told(judgement), "mend that first");
        }
    }

    private void succeeded(String what, Operation operation, Call call, Answer answer, Calls calls, Wire wire) {
        if (operation.id() != null && answer.at(operation.id()).isMissingNode()) {
            broken(
                    what,
                    answer.status() + ", and nothing at «" + operation.id() + "» of " + brief(answer.body()),
                    "mend its «id»");
            return;
        }
        row(
                what,
                String.valueOf(answer.status())
                        + (operation.id() == null
                                ? ""
                                : ", id " + answer.at(operation.id()).asText()));
        if (operation.read() != null) {
            String path = calls.path(operation.read(), call, answer);
            List<Header> credentials = calls.credentials(call.principal());
            Exchange read = wire.send(new Request("GET", path, credentials, null), calls.replica());
            String came = read.reply()
                    .map(one -> one.status() + (one.isSuccessful() ? "" : " " + brief(one.body())))
                    .orElse("no answer: " + read.failure());
            if (read.reply().map(Answer::isSuccessful).orElse(false)) {
                row(what + ", read", came);
            } else {
                broken(what + ", read", came, "mend its «read»");
            }
        }
    }

    /** What only makes what others come after is not counted; what a job did may be more than one thing. */
    private void effects(Operation operation, Call call, Effects effects) {
        Operation.Effects named = operation.effects();
        boolean countable = !operation.queries().isEmpty() || (named != null && named.list() != null);
        if (!countable) {
            if (operation.role() != Role.SETUP) {
                broken("effects of " + operation.name(), "no way to count them", "name one in its «effects»");
            }
            return;
        }
        try {
            effects.count(call, List.of(call.principal()))
                    .forEach((counter, count) -> counted(operation, counter, count));
        } catch (Judgement silent) {
            broken("effects of " + operation.name(), told(silent), "mend its «effects»");
        }
    }

    private void counted(Operation operation, String counter, long count) {
        String what = "effects of " + operation.name() + " by " + counter;
        if (count == 1 || (operation.role() == Role.JOB && count > 0)) {
            row(what, String.valueOf(count));
        } else {
            broken(what, count + " after one success", "it should count 1: does it look for ${unique}?");
        }
    }

    private static String told(Judgement judgement) {
        return judgement.reason()
                + judgement.facts().stream()
                        .filter(fact -> fact.name().equals("came"))
                        .map(Fact::value)
                        .map(TargetCheck::brief)
                        .collect(Collectors.joining("; ", ": ", ""))
                        .replaceAll(": $", "");
    }

    private static String brief(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() > 160 ? line.substring(0, 160) + "…" : line;
    }

    private void row(String what, String came) {
        rows.add(new Row(what, true, file.secrets().redact(came), ""));
    }

    private void broken(String what, @Nullable String came, String mend) {
        rows.add(new Row(what, false, file.secrets().redact(String.valueOf(came)), mend));
    }
}
