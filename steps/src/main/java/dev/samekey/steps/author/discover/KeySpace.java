package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.judge.world.Call;
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
        boolean sameBody = !first.answer().body().isEmpty()
                && first.answer().body().equals(reply.answer().body());
        boolean replayed =
                sameBody || reply.isOfTheSameResult(first) || Markers.isOn(findings.value("replay.marker"), reply);
        if (reply.isSuccess() && !replayed) {
            findings.saw(member(), true, reply);
            if (of == Of.TENANT) {
                header(probe.target(), reply, findings);
            }
        } else if (reply.isSuccess()) {
            findings.saw(member(), false, reply);
        } else if (reply.isRefusal()) {
            // Only where it is the key that they refuse.
            var unused = probe.succeed("under a key of its own", probe.underAnotherKey(another));
            findings.saw(member(), false, reply);
        } else {
            throw probe.neither(reply);
        }
    }

    private String word() {
        return of == Of.ROUTE ? "operation" : of.name().toLowerCase(Locale.ROOT);
    }

    private Call another(Probe probe, Call call) {
        Operation operation = call.operation();
        return switch (of) {
            case PRINCIPAL ->
                probe.calls()
                        .prepare(
                                operation,
                                probe.target().principals().keySet().stream()
                                        .skip(1)
                                        .findFirst()
                                        .orElseThrow(() -> Judgement.notChecked(
                                                "principals: the target file names less than two")),
                                Probe.unique());
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
