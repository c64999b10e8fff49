package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What requests of the target file have switched on in the target. Each is switched off by another request, which is sent until
 * it succeeds. What stays on would be taken for the API's own behaviour, so nothing more is judged then.
 */
public final class Switches {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Set<Integer> GONE = Set.of(404, 410);

    private final Duration limit;
    private final Duration pause;
    private final Deque<On> newestFirst = new ConcurrentLinkedDeque<>();
    private final AtomicInteger restarts = new AtomicInteger();

    public Switches() {
        this(LIMIT, PAUSE);
    }

    /**
     * A test need not wait as long.
     *
     * @param limit for all attempts to switch one thing off
     * @param pause between two attempts
     */
    Switches(Duration limit, Duration pause) {
        this.limit = limit;
        this.pause = pause;
    }

    /** Something that is on. */
    public static final class On {
        private final Control stop;
        private final Map<String, JsonNode> values;
        private final int restarts;
        /** The last attempt to switch it off. */
        private volatile @Nullable Exchange last;

        private volatile boolean stuck;

        private On(Control stop, Map<String, JsonNode> values, int restarts) {
            this.stop = stop;
            this.values = Map.copyOf(values);
            this.restarts = restarts;
        }

        private String described() {
            Exchange seen = last;
            return stop.what()
                    + (seen == null
                            ? ""
                            : " (" + Calls.describe(seen).strip() + "). Send this yourself: " + seen.curl());
        }
    }

    /**
     * Switches something on. Without a response it may be on.
     *
     * @param stop the request that switches it off
     * @param values what both requests may name
     * @throws Judgement when the target does not let it happen; what may be on is noted all the same
     */
    Exchange on(Control start, Control stop, Map<String, JsonNode> values, Consumer<On> owner) {
        On one = new On(stop, values, restarts.get());
        Exchange exchange = start.once(values);
        if (exchange.reply().map(Answer::isSuccessful).orElse(true)) {
            newestFirst.push(one);
            owner.accept(one);
        }
        return start.succeeded(exchange);
    }

    /** Switches it off. Where that does not work, nothing more is judged. */
    public void off(On one) {
        one.stuck = !Await.until("the target to let the harness " + one.stop.what(), limit, pause, () -> isOff(one));
        if (!one.stuck) {
            newestFirst.remove(one);
        }
    }

    private boolean isOff(On one) {
        Exchange exchange = one.stop.insist(one.values);
        one.last = exchange;
        // A target that was started again may know no more of what it was told before.
        return exchange.reply()
                .map(answer -> answer.isSuccessful() || (restarts.get() > one.restarts && isGone(answer)))
                .orElse(false);
    }

    private static boolean isGone(Answer answer) {
        return GONE.contains(answer.status());
    }

    /** Says that the target was started again. */
    public void restarted() {
        restarts.incrementAndGet();
    }

    /** The end of a scenario where something could not be switched off. */
    void requireUndisturbed() {
        if (newestFirst.stream().anyMatch(one -> one.stuck)) {
            throw Judgement.notChecked("the target is still switched as an earlier scenario needed it");
        }
    }

    /**
     * Switches off what is still on.
     *
     * @throws CannotRun when that does not work; it says what is left on and how to switch it off
     */
    void allOff() {
        for (On one : newestFirst) {
            // What is stuck was tried for long enough.
            if (!one.stuck) {
                off(one);
            }
        }
        if (!newestFirst.isEmpty()) {
            throw new CannotRun("the target is still switched on, so nothing that is judged now would count."
                    + " For " + limit.toSeconds() + " s the target did not let the harness "
                    + newestFirst.stream().map(On::described).collect(Collectors.joining("; nor ")));
        }
    }
}
