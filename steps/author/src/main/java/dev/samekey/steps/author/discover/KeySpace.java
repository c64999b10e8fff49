package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** Does a key belong to a principal, to a tenant, to a route? Then another one may use it for something of its own. */
final class KeySpace implements Question {
    private static final String TENANT_HEADER = "tenant_header";

    private final Of of;

    /** What a key may belong to. */
    enum Of {
        PRINCIPAL,
        TENANT,
        ROUTE
    }

    KeySpace(Of of) {
        this.of = of;
    }

    @Override
    public List<String> members() {
        return List.of(member());
    }

    private String member() {
        return "scope." + of.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void ask(Probe probe, Findings findings) {
        Call call = probe.prepare(probe.operation());
        Call another = another(probe, call);
        Probed first = probe.succeed("for the first time", call);
        String key = Objects.requireNonNull(call.key(), "operations with a key only");
        Probed reply =
                probe.send("under the key of another " + word(), probe.keys().put(another, key));
        boolean marked = Markers.isOn(findings.value("replay.marker"), reply);
        boolean replayed = reply.isSuccess() && (marked || isReplay(probe, first, reply));
        if (reply.isSuccess()
                && !replayed
                && reply.isNamedAfterItsRequest()
                && reply.body().equals(first.body())) {
            findings.open(member(), reply, "the result is named after the request, and nothing else shows whose it is");
        } else if (reply.isSuccess() && !replayed) {
            findings.saw(member(), true, reply);
            if (of == Of.TENANT) {
                header(probe.target(), reply, findings);
            } else if (of == Of.ROUTE) {
                var unused = crossesAlike(probe, findings);
            }
        } else if (reply.isSuccess()) {
            crossed(replays(), probe, reply, findings);
        } else if (reply.isRefusal()) {
            // Only where it is the key that they refuse.
            var unused = probe.succeed("under a key of its own", probe.underAnotherKey(another));
            if (of == Of.ROUTE) {
                // Who shares the key with all routes and refuses another one says so. Who replays to it does not.
                if (!crossesAlike(probe, findings)) {
                    findings.saw(member(), false, reply);
                }
            } else {
                crossed(
                        of == Of.PRINCIPAL ? Breach.SHARED_BY_PRINCIPALS : Breach.SHARED_BY_TENANTS,
                        probe,
                        reply,
                        findings);
            }
        } else {
            throw probe.neither(reply);
        }
        if (of == Of.PRINCIPAL) {
            sameAgain(probe, findings);
        }
    }

    /** Whether it is the first result, and not one that has its name by the request, or its number by chance. */
    private boolean isReplay(Probe probe, Probed first, Probed reply) {
        if (!reply.isOfTheSameResult(first)) {
            return false;
        }
        if (reply.isNamedAfterItsRequest()) {
            Probed own = probe.succeed("under a key of its own", another(probe, first.call()));
            // What the server itself makes for each request is the same in both.
            return reply.body().equals(first.body())
                    && !own.ownDifferences(reply).isEmpty();
        }
        return !reply.id().isIntegralNumber() || !isNextOfItsOwn(probe, first, reply);
    }

    /** Whether it counts for itself: its next number follows, though the first one has counted on by more. */
    private boolean isNextOfItsOwn(Probe probe, Probed first, Probed reply) {
        for (int i = 0; i < 2; i++) {
            probe.succeed(
                    "to count on",
                    probe.calls().prepare(first.call().operation(), first.call().principal(), Probe.unique()));
        }
        Probed own = probe.succeed("under a key of its own", another(probe, first.call()));
        return own.id().asLong() == reply.id().asLong() + 1;
    }

    private Breach replays() {
        return switch (of) {
            case PRINCIPAL -> Breach.CROSSES_PRINCIPALS;
            case TENANT -> Breach.SHARED_BY_TENANTS;
            case ROUTE -> Breach.CROSSES_ROUTES;
        };
    }

    /** Where there are tenants, a key may belong to the tenant and not to each of its principals. */
    private void crossed(Breach breach, Probe probe, Probed reply, Findings findings) {
        boolean isShared = of == Of.PRINCIPAL && !probe.target().tenants().isEmpty() && !findings.is(member(), "true");
        if (isShared) {
            findings.hint(
                    member(), BooleanNode.FALSE, reply, "keys may belong to a tenant: this is a fault if they do not");
        } else {
            findings.warn(breach, reply);
        }
    }

    /** Of one payload the response may cross where another payload has an operation of its own. */
    private void sameAgain(Probe probe, Findings findings) {
        Call call = probe.prepare(probe.operation());
        Probed first = probe.succeed("for the first time", call);
        Call theirs = probe.calls().prepare(call.operation(), second(probe), call.unique());
        String key = Objects.requireNonNull(call.key(), "operations with a key only");
        Probed reply = probe.send(
                "of another principal, alike and under the same key",
                probe.keys().put(theirs, key));
        if (reply.isSuccess() && isReplay(probe, first, reply)) {
            crossed(Breach.CROSSES_PRINCIPALS, probe, reply, findings);
        }
    }

    /** The response may cross to another operation of the same payload where another payload is refused. */
    private boolean crossesAlike(Probe probe, Findings findings) {
        Call theirs = another(probe, probe.prepare(probe.operation()));
        Call call = probe.calls().prepare(probe.operation(), theirs.principal(), theirs.unique());
        Probed joined = probe.send("with the members of another operation", Payloads.joined(call, theirs));
        Probed first = joined.isSuccess() ? joined : probe.succeed("for the first time", probe.underAnotherKey(call));
        String key = Objects.requireNonNull(first.call().key(), "operations with a key only");
        Probed reply = probe.send(
                "with the payload and the key of another operation",
                probe.keys().put(Payloads.ofAnother(theirs, first.call()), key));
        boolean crosses = reply.isSuccess() && isReplay(probe, first, reply);
        if (crosses) {
            findings.warn(Breach.CROSSES_ROUTES, reply);
        }
        return crosses;
    }

    private static String second(Probe probe) {
        return probe.target().principals().keySet().stream()
                .skip(1)
                .findFirst()
                .orElseThrow(() -> Judgement.notChecked("principals: the target file names less than two"));
    }

    private String word() {
        return of == Of.ROUTE ? "operation" : of.name().toLowerCase(Locale.ROOT);
    }

    private Call another(Probe probe, Call call) {
        Operation operation = call.operation();
        return switch (of) {
            case PRINCIPAL -> probe.calls().prepare(operation, second(probe), Probe.unique());
            case TENANT -> probe.calls().prepareElsewhere(operation, Probe.unique());
            case ROUTE ->
                probe.prepare(probe.operation(
                        one -> !one.request().path().equals(operation.request().path()),
                        "the target file names no second operation with a key"));
        };
    }

    /** Where one and the same header names every tenant, the target file has said which. */
    private static void header(Target target, Probed reply, Findings findings) {
        List<String> names = target.tenants().values().stream()
                .flatMap(tenant -> tenant.headers().keySet().stream())
                .distinct()
                .collect(Collectors.toList());
        if (names.size() == 1) {
            findings.saw(TENANT_HEADER, TextNode.valueOf(names.get(0)), reply);
        }
    }
}
