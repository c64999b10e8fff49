package dev.samekey.steps.judge.act;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.downstream.Counterpart;
import dev.samekey.steps.drive.downstream.DownstreamFault;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.Switches;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Calls that the target's sandbox treats in a way of their own, as the target file says. Where it names no such way, some
 * of it can be done by a provider that the operation reaches.
 */
public final class Sandbox {
    private static final int ALWAYS = 1000;

    private final Calls calls;
    private final Capabilities capabilities;
    private final Deque<Switches.On> started = new ArrayDeque<>();

    public Sandbox(Calls calls, Capabilities capabilities) {
        this.calls = calls;
        this.capabilities = capabilities;
    }

    /** A call that is slow when it is sent first, and after that too where the sandbox knows no better. */
    public Call slowAtFirst(Operation operation) {
        for (SandboxWord word : List.of(SandboxWord.SLOW_ONCE, SandboxWord.SLOW)) {
            if (operation.can(word)) {
                return call(operation, word);
            }
        }
        return troubled(operation, SandboxWord.SLOW, 1);
    }

    /**
     * How a job is made to fail at its first attempt: halfway through its work, or before it where the file knows no better. The end
     * of the scenario where it knows neither.
     */
    public static SandboxWord failureOf(Operation job) {
        return Stream.of(SandboxWord.FAILS_HALFWAY_ONCE, SandboxWord.UNAVAILABLE_ONCE)
                .filter(job::can)
                .findFirst()
                .orElseThrow(() -> lacking(job, SandboxWord.FAILS_HALFWAY_ONCE));
    }

    /** A call that the sandbox treats so. */
    public Call call(Operation operation, SandboxWord word) {
        calls.provoke();
        return operation.can(word)
                ? applied(calls.prepare(operation), word)
                : troubled(operation, word, word.isOnce() ? 1 : ALWAYS);
    }

    /** A call that is ready, treated so as far as the target file says how. */
    public Call applied(Call call, SandboxWord word) {
        Operation.Switch aid = call.operation().switches().get(word);
        if (aid != null) {
            Operation.Template start = aid.start();
            Operation.Template stop = aid.stop();
            if (start == null) {
                return calls.with(aid.headers(), call);
            }
            if (stop == null) {
                calls.control("make " + call.operation().withArticle() + " «" + word + "»", start, call);
            } else {
                calls.switchOn(word, start, stop, call, started::push);
            }
            return call;
        }
        Map<String, JsonNode> members = call.operation().sandbox().get(word);
        return members == null ? call : calls.signed(Payloads.changed(call, members));
    }

    /** Ends what was started by a request, the newest first. What a dead target was told ends when it runs again. */
    public void leave() {
        while (!started.isEmpty() && !capabilities.isDown()) {
            capabilities.switches().off(started.pop());
        }
    }

    private Call troubled(Operation operation, SandboxWord word, int times) {
        DownstreamFault fault = switch (word) {
            case SLOW -> DownstreamFault.SLOW;
            case UNAVAILABLE, UNAVAILABLE_ONCE -> DownstreamFault.DOWN;
            default -> throw lacking(operation, word);
        };
        Counterpart provider = capabilities
                .counterparts()
                .find(operation, CounterpartRole.PROVIDER)
                .orElseThrow(() -> lacking(operation, word));
        calls.provoke();
        Call call = calls.prepare(operation);
        calls.byHand("let the service «" + provider.name() + "» be one that " + fault + ", for the next request");
        provider.spoil(call.unique(), fault, times);
        return call;
    }

    private static Judgement lacking(Operation operation, SandboxWord word) {
        return Judgement.notChecked(
                "sandbox." + word + ": the target file names no way to make " + operation.withArticle() + " do that");
    }
}
