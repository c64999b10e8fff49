package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.evidence.Failures;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What operations of a run have created, as far as an answer named it and the target file says how it is taken away. A
 * broken target creates more than it should: whatever a success named counts, in races and on faulty ways too.
 */
public final class Created {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** A target that does not answer so often will not answer the next one. */
    private static final int MOST_SILENT = 3;

    private static final Set<Integer> GONE = Set.of(404, 410);

    private static final Duration USUAL_PAUSE = Duration.ofSeconds(1);

    private final Keys keys;
    private final Interference interference;
    private final Secrets secrets;
    private final Set<Request> cleanups = new LinkedHashSet<>();
    private final List<String> unclear = new ArrayList<>();
    /** How many are still there; read while a cleanup waits for the target. */
    private final AtomicInteger left = new AtomicInteger();

    public Created(Contracts contracts, Secrets secrets) {
        this.keys = new Keys(contracts, contracts.common());
        this.interference = new Interference(contracts);
        this.secrets = secrets;
    }

    /** Travels with the request, so that it lasts no longer than the request does. */
    record Expected(Call call, List<Header> credentials, boolean isSecret) {}

    /**
     * The same call; its results will be removed with these credentials.
     *
     * @param isSecret whether its result lets others in, and so is hidden
     */
    Call expect(Call call, List<Header> credentials, boolean isSecret) {
        Operation operation = call.operation();
        boolean isFollowed = operation.poll() != null || operation.refusedBy() != null;
        if (operation.cleanup() == null && !isFollowed && !isSecret) {
            return call;
        }
        return call.with(call.request().from(new Expected(call, credentials, isSecret)));
    }

    /** Looks at an exchange for what it has created. */
    public void see(Exchange exchange) {
        Answer answer = exchange.answer();
        if (exchange.request().origin() instanceof Expected call && answer != null) {
            see(call, answer);
        }
    }

    private synchronized void see(Expected expected, Answer answer) {
        Operation operation = expected.call().operation();
        if (Polls.follows(operation, answer) && answer.end() == null) {
            // Its id may be that of something else.
            return;
        }
        boolean succeeded = answer.isSuccessful() || Calls.succeeded(operation, answer);
        if (!succeeded || operation.id() == null || Calls.isEmpty(Calls.id(operation, answer))) {
            return;
        }
        if (expected.isSecret()) {
            String name =
                    String.valueOf(operation.name()).toUpperCase(Locale.ROOT).replace('-', '_') + "_ID";
            secrets.add(Calls.id(operation, answer).asText(), "$" + name);
        }
        if (operation.cleanup() == null) {
            return;
        }
        Map<String, JsonNode> values = new HashMap<>(expected.call().values());
        Calls.result(operation, answer, values);
        try {
            if (cleanups.add(new Template(values).request(operation.cleanup(), expected.credentials()))) {
                left.incrementAndGet();
            }
        } catch (Judgement lacking) {
            unclear.add(lacking.reason());
        }
    }

    /** Removes everything, the newest first, each thing once. It takes five minutes at most. */
    public synchronized Cleaned clean(Wire wire, URI replica) {
        List<Request> newestFirst = new ArrayList<>(cleanups);
        Collections.reverse(newestFirst);
        // Each may be tried twice.
        wire.allow(2 * newestFirst.size());
        List<String> refusals = new ArrayList<>(unclear);
        long deadline = System.nanoTime() + LIMIT.toNanos();
        int done = 0;
        int tried = 0;
        int silent = 0;
        while (tried < newestFirst.size() && silent < MOST_SILENT && System.nanoTime() < deadline) {
            Request cleanup = newestFirst.get(tried++);
            Exchange exchange = sent(wire, cleanup, replica, refusals);
            if (exchange != null && isDisturbed(exchange)) {
                var unused = wire.slowDown(pause(exchange));
                exchange = sent(wire, cleanup, replica, refusals);
            }
            if (exchange == null) {
                break;
            }
            Answer answer = exchange.answer();
            left.decrementAndGet();
            silent = answer == null ? silent + 1 : 0;
            if (answer != null && (answer.isSuccessful() || GONE.contains(answer.status()))) {
                done++;
            } else {
                refusals.add(cleanup.method() + " " + cleanup.path() + " → "
                        + brief(secrets.redact(Calls.describe(exchange))));
            }
        }
        String late = tried < newestFirst.size() ? "it took longer than " + LIMIT.toMinutes() + " minutes" : "";
        String reason = refusals.isEmpty() ? late : secrets.redact(refusals.get(0));
        return new Cleaned(done, refusals.size(), newestFirst.size() - tried, reason);
    }

    /** What is not taken away yet, where there is no time for it. */
    public Cleaned left() {
        return new Cleaned(0, 0, left.get(), "the run had to end before that");
    }

    /** Whether a rate limit or a gateway answered, who will let it through a little later. */
    private boolean isDisturbed(Exchange exchange) {
        return interference.in(answers(exchange)).isPresent();
    }

    private Duration pause(Exchange exchange) {
        return interference.pause(answers(exchange)).orElse(USUAL_PAUSE);
    }

    private static List<Answer> answers(Exchange exchange) {
        return exchange.reply().stream().toList();
    }

    /** Null where the run may not even do that, such as when it was interrupted. */
    private @Nullable Exchange sent(Wire wire, Request cleanup, URI replica, List<String> refusals) {
        try {
            return wire.send(keys.aside(cleanup), replica);
        } catch (Judgement stopped) {
            refusals.add(stopped.reason());
            return null;
        } catch (RuntimeException failure) {
            // What was judged is worth a report, whatever becomes of the cleanup.
            refusals.add(
                    cleanup.method() + " " + cleanup.path() + " → " + brief(secrets.redact(Failures.words(failure))));
            return null;
        }
    }

    private static String brief(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() > 200 ? line.substring(0, 200) + "…" : line;
    }
}
