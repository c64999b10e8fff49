package dev.samekey.steps.author.check;

import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.steps.drive.credentials.PrincipalCredentials;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Content;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.rig.Rig;
import dev.samekey.steps.judge.rig.Trial;
import dev.samekey.steps.judge.run.Progress;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.judge.world.ControlRequest;
import dev.samekey.steps.judge.world.ControlRequest.Fault;
import dev.samekey.steps.judge.world.ControlRequest.Sent;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.openapi.Description;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Telemetry;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tries what a target file names, each thing once, and judges nothing. */
public final class TargetCheck {
    private static final int FIRST_SERVER_ERROR = 500;
    private static final int UNSUPPORTED = 415;
    private static final Set<Role> SLOW_ROLES = EnumSet.of(Role.CREATE, Role.REVERSE, Role.UPDATE);
    private static final Duration AFTER_A_DUPLICATE = Duration.ofSeconds(1);
    private static final Duration AFTER_A_WAIT = Duration.ofMillis(1500);

    private final TargetFile file;
    private final Path output;
    private final Progress progress;
    private final List<Row> rows = new ArrayList<>();

    /**
     * One thing that was tried.
     *
     * @param what such as {@code operation payment} or {@code oracle log}
     * @param actual what was seen, or why nothing was seen
     * @param fix what to do about it; empty where it works
     */
    public record Row(String what, boolean works, String actual, String fix) {
        /** Whether nothing is wrong, and more clauses could be judged. */
        public boolean isAdvice() {
            return works && !fix.isEmpty();
        }
    }

    /** @param out the folder for what the target prints, where the harness starts it */
    public TargetCheck(TargetFile file, Path out) {
        this(file, out, unused -> {});
    }

    /**
     * The same for somebody who waits.
     *
     * @param progress receives what is being tried
     */
    public TargetCheck(TargetFile file, Path out, Progress progress) {
        this.file = file;
        this.output = out.resolve("target.log");
        this.progress = progress;
    }

    /** Tries everything; operations only where the file allows writes. */
    public List<Row> run() {
        Target target = file.target();
        file.secrets()
                .shown()
                .forEach(name -> advice(
                        "secret " + name,
                        "so short that reports show it",
                        "to hide it would hide every such letter: use a longer one"));
        codes();
        boolean starts = target.lifecycle() != null;
        if (!starts) {
            description(target);
        }
        List<Row> oracles = new ArrayList<>();
        begun(starts ? "the target is started" : "the urls and the oracles");
        try (Rig rig = new Rig(file, TargetProcess::new, output).open(into(oracles))) {
            if (starts) {
                row("lifecycle", "it starts, and is ready");
                // It may be the target itself that has the document.
                description(target);
            }
            row("urls", "each responds: " + target.urls());
            rows.addAll(oracles);
            try {
                operations(rig);
                refusedTokens(rig);
            } finally {
                begun("what was created is cleaned up");
                cleaned(rig.clean());
            }
        } catch (CannotRun failure) {
            broken("urls", failure.getMessage(), "nothing else can be tried before that works");
        }
        return List.copyOf(rows);
    }

    /** A dialect may name codes and leave it to the target file to say where they stand. */
    private void codes() {
        Contract contract = file.contract();
        List<String> unknown = Stream.of(Reason.values())
                .filter(reason -> {
                    Refusal refusal = contract.refusal(reason);
                    return refusal != null && !contract.tells(refusal);
                })
                .map(reason -> "refusals." + reason.name().toLowerCase(Locale.ROOT))
                .toList();
        if (!unknown.isEmpty()) {
            advice(
                    "contract",
                    "only a code tells " + String.join(" and ", unknown) + " from other refusals",
                    "what needs that is not checked: say in «errors.code» where an error has its code");
        }
    }

    /** What the operations say of it is only that they are refused. */
    private void refusedTokens(Rig rig) {
        PrincipalCredentials credentials = rig.capabilities().credentials();
        credentials.principals().stream()
                .filter(credentials::isRefusedAtOnce)
                .forEach(name -> broken(
                        "token of " + name,
                        "the target refuses it with 401, also a new one",
                        "compare its scope and audience, and the header that carries it, with what the API asks for"));
    }

    /** Each oracle has a row of its own, and one that does not answer keeps nothing else from being tried. */
    private Trial into(List<Row> oracles) {
        return new Trial() {
            @Override
            public void answered(String oracle) {
                oracles.add(works("oracle " + oracle, "it responds"));
            }

            @Override
            public void signedIn(String principal, String actual) {
                oracles.add(works("principal " + principal, actual));
            }

            @Override
            public void notSignedIn(String principal, String reason) {
                oracles.add(fails("principal " + principal, reason, "correct its «token» or «sign»"));
            }

            @Override
            public void failed(String oracle, OracleSilent failure) {
                oracles.add(fails("oracle " + oracle, failure.getMessage(), "correct «oracles." + oracle + "»"));
            }
        };
    }

    private void description(Target target) {
        if (target.openapi() == null) {
            return;
        }
        try {
            Document document = new Description(target.openapi(), file.folder(), file.network())
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
            broken("openapi", unreadable.getMessage(), "correct the document, or the member «openapi»");
        }
    }

    private void cleaned(Cleaned cleaned) {
        if (cleaned.refused() + cleaned.left() > 0) {
            broken("cleanup", cleaned.described(), "correct the «cleanup» of the operation");
        } else if (!cleaned.isNothing()) {
            row("cleanup", cleaned.described());
        }
    }

    private void operations(Rig rig) {
        Journal journal = new Journal(file.secrets());
        Keys keys = new Keys(file.contracts(), file.contract());
        Calls calls = new Calls(rig.access(), keys, journal, CurrentPhase.none());
        try {
            lookup(keys.fresh(), calls, rig.wire());
        } catch (Judgement judgement) {
            broken("oracle lookup", message(judgement), "correct that first");
        }
        for (Operation operation : file.target().operations().values()) {
            // With a memory of its own, as a scenario has: what an earlier operation changed is no effect of this one.
            Calls own = new Calls(rig.access(), keys, journal, CurrentPhase.none());
            Effects effects = new Effects(rig.capabilities(), own, journal, new Checks());
            ControlRequest control = new ControlRequest(file.contracts(), rig.wire(), own, effects, journal);
            operation(operation, control, own, effects, new Sandbox(own, rig.capabilities()), rig.wire());
            switchedOff(operation, rig.capabilities());
        }
    }

    private void switchedOff(Operation operation, Capabilities capabilities) {
        try {
            capabilities.mend();
        } catch (CannotRun left) {
            broken(
                    "switches of " + operation.name(),
                    left.getMessage(),
                    "correct «stop», or see why the target refuses it");
        }
    }

    /** No operation has this key, so any answer will do that is no error of the server. */
    private void lookup(String key, Calls calls, Wire wire) {
        Telemetry.Lookup lookup = file.target().oracles().lookup();
        if (lookup == null) {
            return;
        }
        String what = "oracle lookup";
        Map<String, String> own = lookup.headers();
        List<Header> headers = own == null
                ? calls.credentials(calls.firstPrincipal())
                : own.entrySet().stream()
                        .map(header -> new Header(header.getKey(), header.getValue()))
                        .toList();
        Exchange exchange = wire.send(new Request("GET", lookup.pathOf(key), headers, null), calls.replica());
        Answer answer = exchange.answer();
        if (answer == null) {
            broken(what, "no response: " + exchange.failure(), "correct «oracles.lookup»");
        } else if (answer.status() >= FIRST_SERVER_ERROR) {
            broken(what, answer.status() + " " + brief(answer.body()), "correct «oracles.lookup»");
        } else {
            row(what, answer.status() + " for a key that was not used");
        }
    }

    private void operation(
            Operation operation, ControlRequest control, Calls calls, Effects effects, Sandbox sandbox, Wire wire) {
        String what = "operation " + operation.name();
        begun(what);
        if (!file.target().allowsWrites()) {
            broken(what, "not tried: nothing unsafe is sent", "write «writes: allowed» where you mean it");
            return;
        }
        try {
            Sent sent = control.send(operation);
            body(operation, sent.exchange());
            Fault fault = sent.fault().orElse(null);
            if (fault != null) {
                String fix = !fault.isPassing()
                        ? fault.fix()
                        : fault.actual().contains("no whole answer within")
                                ? "see whether limits.answer is long enough"
                                : "see in the log of the API why, and try again";
                broken(what, brief(fault.actual()), fix);
            } else {
                succeeded(what, operation, sent.call(), sent.answer(), calls, wire);
                effects(operation, sent, control, calls, effects);
                slow(operation, sandbox, calls, wire);
            }
        } catch (Judgement judgement) {
            broken(what, message(judgement), "correct that first");
        }
    }

    /** What the body is by the file; an API that does not take it refuses its media type (RFC 9110, section 15.5.16). */
    private void body(Operation operation, Exchange exchange) {
        Content content = exchange.request().content();
        if (content == null) {
            return;
        }
        String what = "body of " + operation.name();
        String sent = kind(operation.request()) + ", " + content.bytes().length + " bytes, sent as "
                + exchange.request().header("Content-Type").orElse("no media type");
        Answer answer = exchange.answer();
        if (answer == null || answer.status() != UNSUPPORTED) {
            row(what, sent);
            return;
        }
        String taken = Stream.of("Accept-Post", "Accept-Patch", "Accept")
                .flatMap(name -> answer.header(name).stream())
                .findFirst()
                .map(types -> ", and says that it takes " + types)
                .orElse("");
        broken(
                what,
                sent + ", and refused with " + UNSUPPORTED,
                "the API does not take that media type" + taken
                        + ": correct Content-Type in «request.headers» of operations." + operation.name()
                        + ", and the body");
    }

    private static String kind(Operation.Template request) {
        return switch (request.kind()) {
            case JSON -> "JSON";
            case FORM -> "a form";
            case XML -> "XML";
            case TEXT -> "a text";
            case PARTS -> {
                List<String> names = new ArrayList<>();
                Objects.requireNonNull(request.body()).fieldNames().forEachRemaining(names::add);
                yield "the parts " + String.join(", ", names);
            }
            case BYTES -> "the file " + request.bodyFile();
        };
    }

    private void succeeded(String what, Operation operation, Call call, Answer answer, Calls calls, Wire wire) {
        row(
                what,
                String.valueOf(answer.status())
                        + (answer.end() == null
                                ? ""
                                : ", which ended with "
                                        + brief(answer.end().last().described()))
                        + (operation.id() == null
                                ? ""
                                : ", id " + Calls.id(operation, answer).asText()));
        if (operation.read() != null) {
            String path = calls.path(operation.read(), call, answer);
            List<Header> credentials = calls.credentials(call.principal());
            Exchange read = wire.send(new Request("GET", path, credentials, null), calls.replica());
            String actual = read.reply()
                    .map(one -> one.status() + (one.isSuccessful() ? "" : " " + brief(one.body())))
                    .orElse("no response: " + read.failure());
            if (read.reply().map(Answer::isSuccessful).orElse(false)) {
                row(what + ", read", actual);
            } else {
                broken(what + ", read", actual, "correct its «read»");
            }
        }
    }

    /** What only makes what others come after is not counted; what a job did may be more than one thing. */
    private void effects(Operation operation, Sent sent, ControlRequest control, Calls calls, Effects effects) {
        if (!operation.hasCounter()) {
            if (operation.role() != Role.SETUP) {
                advice(
                        "effects of " + operation.name(),
                        "no way to count them",
                        "what needs that is not checked: name one in its «effects»");
            }
            return;
        }
        begun("effects of " + operation.name());
        Fault others = control.others(sent).orElse(null);
        if (others != null) {
            broken("effects of " + operation.name(), brief(others.actual()), others.fix());
            return;
        }
        Call call = sent.call();
        try {
            effects.count(call, List.of(call), 1).forEach((counter, count) -> counted(operation, counter, count));
            calls.sharedGrowth(call)
                    .filter(path -> path.contains("${"))
                    .distinct()
                    .forEach(path -> shared(operation, path));
            effects.booked(call, (ledger, sum) -> sum != 0)
                    .forEach((ledger, sum) ->
                            row("ledger of " + operation.name() + " by " + ledger, String.valueOf(sum)));
        } catch (Judgement silent) {
            broken("effects of " + operation.name(), message(silent), "correct its «effects»");
        }
    }

    /** What is slow must be so for longer than everything takes that happens meanwhile. */
    private void slow(Operation operation, Sandbox sandbox, Calls calls, Wire wire) {
        if (!SLOW_ROLES.contains(operation.role())) {
            return;
        }
        String what = "slow " + operation.name();
        Duration least = slowAtLeast(operation);
        Operation.Poll poll = operation.poll();
        Duration limit = poll == null ? file.target().limits().answerLimit() : poll.within();
        String named = poll == null ? "limits.answer" : "poll.within";
        String needed = "at least " + seconds(least)
                + (least.compareTo(limit) < 0
                        ? " and less than " + seconds(limit) + " (" + named + ")"
                        : ", and " + named + " must be more than that: it is " + seconds(limit));
        if (!operation.can(SandboxWord.SLOW) && !hasProvider(operation)) {
            advice(
                    what,
                    "no way to make it slow",
                    "what needs that is not checked: name «slow» in its «sandbox» or «switches», or say with «takes» that it"
                            + " is always slow. It must take " + needed);
            return;
        }
        begun(what);
        Call call = sandbox.call(operation, SandboxWord.SLOW);
        Exchange exchange = wire.send(calls.signed(call).request(), calls.place(call));
        sandbox.leave();
        String took =
                exchange.reply().map(answer -> answer.status() + " after ").orElse("no response after ")
                        + seconds(exchange.lasted());
        if (exchange.answer() != null && exchange.lasted().compareTo(least) >= 0) {
            row(what, took);
        } else {
            advice(what, took, "what needs that is inconclusive: it must take " + needed);
        }
    }

    private boolean hasProvider(Operation operation) {
        return operation.reaches().stream()
                .map(file.target().counterparts()::get)
                .anyMatch(one -> one != null && one.role() == Target.CounterpartRole.PROVIDER);
    }

    /** A duplicate must arrive meanwhile and, where it may wait, give up waiting. */
    private Duration slowAtLeast(Operation operation) {
        Contract contract = file.contracts().of(operation);
        Duration wait = contract.inProgress() == Contract.InProgress.REFUSE ? null : contract.waitAtMost();
        return wait == null ? AFTER_A_DUPLICATE : wait.plus(AFTER_A_WAIT);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }

    private void counted(Operation operation, String counter, long count) {
        String what = "effects of " + operation.name() + " by " + counter;
        if (count == 1 || (operation.role() == Role.JOB && count > 0)) {
            row(what, String.valueOf(count));
        } else {
            broken(what, count + " after one success", "it should count 1: does it look for ${unique}?");
        }
    }

    private void shared(Operation operation, String path) {
        advice(
                "effects of " + operation.name() + " by GET " + path + ", shared",
                "what it shows is the same for all requests, so the scenarios run one at a time, and it is not counted once"
                        + " more at the end of the run",
                "nobody else may use the API during the run; name something that is made for each request, if there is such a thing");
    }

    private String message(Judgement judgement) {
        return judgement.reason()
                + judgement.facts().stream()
                        .filter(fact -> fact.name().equals("actual"))
                        .map(Fact::value)
                        .map(this::brief)
                        .collect(Collectors.joining("; ", ": ", ""))
                        .replaceAll(": $", "");
    }

    /** Redacted first: a part of a secret would not be found. */
    private String brief(String text) {
        String line = file.secrets().redact(text).replaceAll("\\s+", " ").strip();
        return line.length() > 160 ? line.substring(0, 160) + "…" : line;
    }

    private void begun(String what) {
        progress.started(what, List.of());
    }

    private void advice(String what, String actual, String fix) {
        rows.add(new Row(what, true, file.secrets().redact(actual), fix));
    }

    private void row(String what, String actual) {
        rows.add(works(what, actual));
    }

    private void broken(String what, @Nullable String actual, String fix) {
        rows.add(fails(what, actual, fix));
    }

    private Row works(String what, String actual) {
        return new Row(what, true, file.secrets().redact(actual), "");
    }

    private Row fails(String what, @Nullable String actual, String fix) {
        return new Row(what, false, file.secrets().redact(String.valueOf(actual)), fix);
    }
}
