package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.downstream.Arrival;
import dev.samekey.steps.drive.downstream.Counterpart;
import dev.samekey.steps.drive.downstream.DownstreamFault;
import dev.samekey.steps.judge.act.Redelivery;
import dev.samekey.steps.judge.act.Reports;
import dev.samekey.steps.judge.expect.BodyDifference;
import dev.samekey.steps.judge.expect.Delay;
import dev.samekey.steps.judge.expect.SignedAttempt;
import dev.samekey.steps.judge.words.Conduct;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the downstream services of an operation do to it, and what they must have seen of it. */
public final class DownstreamSteps {
    private final World world;
    private final Capabilities capabilities;
    private final Reports reports;
    private final Checks checks;
    private final Journal journal;
    private final RaceRounds raceRounds;
    private final Calls calls;
    private final Effects effects;

    public DownstreamSteps(
            World world,
            Capabilities capabilities,
            Reports reports,
            Checks checks,
            Journal journal,
            RaceRounds raceRounds,
            Calls calls,
            Effects effects) {
        this.world = world;
        this.capabilities = capabilities;
        this.reports = reports;
        this.checks = checks;
        this.journal = journal;
        this.raceRounds = raceRounds;
        this.calls = calls;
        this.effects = effects;
    }

    /** The first request is sent and has met the fault. Its response may be anything. */
    @Given("a new {operation} whose {downstream} {downstreamFault}")
    public void aNewWhose(Operation operation, CounterpartRole role, DownstreamFault fault) {
        Counterpart service = capabilities.counterparts().of(operation, role);
        Call call = world.begin(operation);
        world.byHand("let the service «" + service.name() + "» be one that " + fault + ", for the next request");
        service.spoil(call.unique(), fault, 1);
        journal.provoke();
        try {
            world.send(call);
        } finally {
            service.relieve(call.unique());
        }
        if (service.met(call.unique()) == 0) {
            throw Judgement.inconclusive(
                    "the fault was not met: no " + operation.name() + " called «" + service.name() + "», which "
                            + fault,
                    about(call));
        }
    }

    /** Each sink of the operation has the fault, each for itself. */
    @Given("a new {operation} whose sink {downstreamFault} {times}")
    public void aNewWhoseSink(Operation operation, DownstreamFault fault, Integer times) {
        Call call = world.begin(operation);
        world.byHand("let each sink be one that " + fault + ", for the next request");
        reports.sinks(call).forEach(sink -> sink.spoil(call.unique(), fault, times));
        world.complete();
    }

    @Then("its {downstream} {conduct}")
    public void its(CounterpartRole role, Conduct conduct) {
        List<Counterpart> services =
                capabilities.counterparts().allOf(world.call().operation(), role);
        Counterpart service = services.get(0);
        switch (conduct) {
            case ACTED_ONCE -> actedOnce(service);
            case CALLED_ONCE -> calledOnce(services);
            case ONE_KEY -> oneKey(service);
            case ACCEPTED -> services.forEach(this::accepted);
            case ONE_MESSAGE -> services.forEach(this::oneMessage);
            case SIGNED -> services.forEach(this::signed);
            case GROWING_DELAYS -> growingDelays(service);
        }
    }

    private void actedOnce(Counterpart service) {
        Call call = world.call();
        int attempts = attempts(service, call).size();
        checks.equal(
                "actions of «" + service.name() + "» for " + call.operation().withArticle(),
                1L,
                service.acts(call.unique()),
                new Fact("attempts", String.valueOf(attempts)),
                about(call));
    }

    /** Not each operation reaches all of its services: one may stand in for another. */
    private void calledOnce(List<Counterpart> services) {
        List<RaceRounds.Heat> races = raceRounds.all();
        if (races.isEmpty()) {
            Call call = world.call();
            called(services, call).forEach(service -> calledOnce(service, call));
            services.forEach(service -> lookAgain(service, call, () -> {}));
            return;
        }
        races.forEach(heat -> called(services, heat.call()).forEach(service -> calledOnce(service, heat)));
        raceRounds.mustBeContended();
        races.forEach(heat -> services.forEach(service -> lookAgain(service, heat.call(), heat::mustNotHaveFailed)));
    }

    /** Those that were called; where none was, the first says so. */
    private static List<Counterpart> called(List<Counterpart> services, Call call) {
        List<Counterpart> called = services.stream()
                .filter(service -> Work.of(service, call).calls() > 0)
                .toList();
        return called.isEmpty() ? services.subList(0, 1) : called;
    }

    private void calledOnce(Counterpart service, Call call) {
        List<Arrival> attempts = attempts(service, call);
        if (attempts.size() > usual(service, call).calls() && isRepeated()) {
            // Those of a repetition come when it was sent.
            Instant repeated = world.later().get(0).exchange().at();
            long later = attempts.stream()
                    .filter(arrival -> !arrival.at().isBefore(repeated))
                    .count();
            checks.equal(callsOf(service, call) + " by its repetitions", 0L, later, about(call));
            if (service.role() == CounterpartRole.VENDOR) {
                noneTwice(service, call, attempts);
            }
        } else {
            mustBeUsual(service, call, attempts.size());
        }
    }

    /** A vendor acts at each call: several calls of one request must be about several things (EXT-3). */
    private void noneTwice(Counterpart vendor, Call call, List<Arrival> attempts) {
        checks.equal("repeated " + callsOf(vendor, call), 0L, repeated(attempts), about(call));
        Set<String> places = attempts.stream()
                .map(arrival -> arrival.method() + " " + arrival.path())
                .collect(Collectors.toCollection(TreeSet::new));
        if (places.size() < attempts.size()) {
            throw Judgement.inconclusive(
                    "«" + vendor.name()
                            + "» was called several times at the same address, with different bodies: see in"
                            + " the evidence whether the " + call.name() + " needs all these calls",
                    about(call));
        }
    }

    private static long repeated(List<Arrival> attempts) {
        return attempts.size()
                - attempts.stream()
                        .map(arrival -> List.of(arrival.method(), arrival.path(), arrival.body()))
                        .distinct()
                        .count();
    }

    /** A request that failed may have called it, and the one that was executed after it calls it again (EXT-1). */
    private void calledOnce(Counterpart service, RaceRounds.Heat heat) {
        Call call = heat.call();
        int attempts = attempts(service, call).size();
        if (attempts > usual(service, call).calls()) {
            heat.mustNotHaveFailed();
        }
        mustBeUsual(service, call, attempts);
    }

    private void mustBeUsual(Counterpart service, Call call, int attempts) {
        long usual = usual(service, call).calls();
        checks.that(
                callsOf(service, call),
                attempts <= usual,
                String.valueOf(usual),
                String.valueOf(attempts),
                about(call));
    }

    /**
     * Looks once more at the end of the run, for what calls it late, such as a worker. A queue may deliver a message twice: then
     * the worker calls twice, and under one key the service acts once.
     *
     * @param otherwise ends the scenario where something else than a duplicate may have called it
     */
    private void lookAgain(Counterpart service, Call call, Runnable otherwise) {
        Work before = Work.of(service, call);
        effects.lookAgain(() -> {
            Work most = before.orMore(usual(service, call));
            Work now = Work.of(service, call);
            if (!now.isMoreThan(most)) {
                return;
            }
            journal.note(service.attempts(call.unique()));
            otherwise.run();
            // A vendor acts at each call, and calls at several addresses may be about several things.
            boolean isDuplicate = service.role() != CounterpartRole.VENDOR
                    || repeated(service.attempts(call.unique()).value()) > 0;
            checks.that(
                    "actions of «" + service.name() + "» for "
                            + call.operation().withArticle() + " at the end of the run",
                    now.acts() <= most.acts() || !isDuplicate,
                    "at most " + most.acts(),
                    String.valueOf(now.acts()),
                    about(call));
            throw Judgement.inconclusive(
                    "«" + service.name() + "» was called again after the responses to "
                            + call.operation().withArticle() + ": find out whether a duplicate of it was the cause",
                    new Fact("expected", "at most " + most.calls()),
                    new Fact("actual", String.valueOf(now.calls())),
                    about(call));
        });
    }

    /**
     * One request may need several calls: as many as that of a control, which was sent once. Several calls of a vendor are looked
     * at one by one: the control may have called it twice as well.
     */
    private Work usual(Counterpart service, Call call) {
        if (service.role() == CounterpartRole.VENDOR) {
            return Work.ONE;
        }
        return calls.itsControl(call.operation())
                .map(control -> Work.of(service, control.call()))
                .orElse(Work.ONE)
                .orMore(Work.ONE);
    }

    /** How often a service was called about one thing, and how often it acted. */
    private record Work(long calls, long acts) {
        static final Work ONE = new Work(1, 1);

        static Work of(Counterpart service, Call call) {
            return new Work(service.attempts(call.unique()).value().size(), service.acts(call.unique()));
        }

        Work orMore(Work other) {
            return new Work(Math.max(calls, other.calls), Math.max(acts, other.acts));
        }

        boolean isMoreThan(Work other) {
            return calls > other.calls || acts > other.acts;
        }
    }

    private static String callsOf(Counterpart service, Call call) {
        return "calls of «" + service.name() + "» for " + call.operation().withArticle();
    }

    /** Whether a request was completed before it was sent again. */
    private boolean isRepeated() {
        return !world.later().isEmpty() && world.firstAttempt().isSuccessful();
    }

    private void oneKey(Counterpart service) {
        Call call = world.call();
        List<Arrival> attempts = several(service, attempts(service, call));
        Set<String> keys = keys(attempts);
        checks.that(
                "keys of the " + attempts.size() + " calls of «" + service.name() + "» for "
                        + call.operation().withArticle(),
                keys.size() == 1 && attempts.get(0).key() != null,
                "one key",
                String.join(", ", keys),
                about(call));
        List<String> others =
                service.others(call.unique(), String.valueOf(attempts.get(0).key()));
        checks.equal(
                "other operations that called «" + service.name() + "» under the key of "
                        + call.operation().withArticle(),
                0,
                others.size(),
                about(call));
        oneBody(service, attempts);
    }

    /** Calls at several addresses may be about several things. */
    private void oneBody(Counterpart service, List<Arrival> attempts) {
        Map<String, List<Arrival>> byPlace = attempts.stream()
                .collect(Collectors.groupingBy(
                        arrival -> arrival.method() + " " + arrival.path(), TreeMap::new, Collectors.toList()));
        byPlace.forEach((place, calls) -> {
            String first = calls.get(0).body();
            String changed = calls.stream()
                    .flatMap(arrival -> BodyDifference.of(first, arrival.body(), service.volatiles()).stream())
                    .distinct()
                    .collect(Collectors.joining(", "));
            checks.that(
                    "bodies of the " + calls.size() + " calls of «" + service.name() + "» for "
                            + world.call().operation().withArticle() + " under one key",
                    changed.isEmpty(),
                    "one body",
                    "another " + changed,
                    about(world.call()));
        });
    }

    private void accepted(Counterpart sink) {
        Call call = world.call();
        Redelivery.Waited inVain = reports.waitedInVain(sink);
        checks.timed(inVain == null ? Duration.ZERO : inVain.real())
                .that(
                        "reports of " + call.operation().withArticle() + " to the sink " + sink.name(),
                        inVain == null,
                        "one that it accepts",
                        reports.attempts(sink, call).size() + " that it did not accept, and no more within "
                                + (inVain == null ? "no time" : inVain.target()),
                        about(call));
    }

    private void oneMessage(Counterpart sink) {
        Call call = world.call();
        List<Arrival> attempts = several(sink, reports.attempts(sink, call));
        if (attempts.stream().anyMatch(attempt -> attempt.key() == null)) {
            throw Judgement.notChecked("counterparts." + sink.name()
                    + ".key: nothing distinguishes a message from another attempt at the same one");
        }
        String what = " of the " + attempts.size() + " attempts to report "
                + call.operation().withArticle();
        Set<String> ids = keys(attempts);
        checks.that("ids" + what, ids.size() == 1, "one id", String.join(", ", ids), about(call));
        Set<String> bodies = attempts.stream().map(Arrival::body).collect(Collectors.toSet());
        checks.equal("different bodies" + what, 1, bodies.size(), about(call));
    }

    /** Each is signed when it is sent: a receiver refuses a signature that is older than its tolerance. */
    private void signed(Counterpart sink) {
        if (sink.signature().isEmpty()) {
            return;
        }
        Delivery.Signature signature = sink.signature().get();
        Call call = world.call();
        List<Arrival> attempts = several(sink, reports.attempts(sink, call));
        for (int i = 0; i < attempts.size(); i++) {
            SignedAttempt attempt = new SignedAttempt(signature, attempts.get(0), attempts.get(i), reports.passed());
            String subject = "signature of attempt " + (i + 1) + " to report "
                    + call.operation().withArticle();
            checks.that(subject, attempt.isRight(), "one that fits the message", attempt.sent(), about(call));
            checks.that(
                    subject,
                    attempt.isOfItsTime(),
                    "one that is at most " + signature.tolerance().toSeconds() + " s old",
                    "one that is " + attempt.age().toSeconds() + " s old",
                    about(call));
        }
    }

    private void growingDelays(Counterpart sink) {
        List<Delay> delays = reports.delays();
        if (delays.size() < 2) {
            throw Judgement.inconclusive("there were too few attempts to see whether the delays between them grow");
        }
        Delay first = delays.get(0);
        Delay last = delays.get(delays.size() - 1);
        if (!last.isLongerThan(first) && !first.isLongerThan(last)) {
            throw Judgement.inconclusive(
                    "the delays were not seen exactly enough to know whether they grow",
                    new Fact("delays", delays.toString()));
        }
        // An attempt that arrives later than it was looked for seems to have had a longer delay.
        checks.timed(Redelivery.LOOK)
                .that(
                        "delays between the attempts at the sink " + sink.name(),
                        last.isLongerThan(first),
                        "growing delays",
                        delays.toString(),
                        about(world.call()));
    }

    /** A service that was not called at all cannot have been called wrongly. */
    private List<Arrival> attempts(Counterpart service, Call call) {
        List<Arrival> attempts = journal.note(service.attempts(call.unique()));
        if (attempts.isEmpty()) {
            throw Judgement.inconclusive(
                    "no call of «" + service.name() + "» arrived: does the target look for it where it listens?",
                    about(call));
        }
        return attempts;
    }

    private static List<Arrival> several(Counterpart service, List<Arrival> attempts) {
        if (attempts.size() < 2) {
            throw Judgement.inconclusive(
                    "«" + service.name() + "» was not called again: one attempt cannot be compared");
        }
        return attempts;
    }

    private static Set<String> keys(List<Arrival> attempts) {
        return attempts.stream()
                .map(arrival -> String.valueOf(arrival.key()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Fact about(Call call) {
        return new Fact("about", call.unique());
    }
}
