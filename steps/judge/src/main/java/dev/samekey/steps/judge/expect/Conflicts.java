package dev.samekey.steps.judge.expect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What becomes of a known event id with another payload (EVT-10). */
public final class Conflicts {
    private static final int UNPROCESSABLE = 422;
    /** A broker knows no 422: a delivery that was refused for good counts as this. */
    private static final int BAD_REQUEST = 400;

    private static final Duration LOOK = Duration.ofMillis(100);

    private final World world;
    private final Calls calls;
    private final Producer producer;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private final Reading reading;

    public Conflicts(
            World world,
            Calls calls,
            Producer producer,
            Capabilities capabilities,
            Journal journal,
            Checks checks,
            Contract contract) {
        this.world = world;
        this.calls = calls;
        this.producer = producer;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
        this.reading = new Reading(contract);
    }

    /** It is acknowledged or refused. */
    public void mustBeSettled(Attempt other) {
        Delivery.Conflict conflict = conflict();
        Refusal refusal = conflict == null ? null : conflict.refusal();
        Answer answer = other.answer();
        boolean published = world.call().request().isPublished();
        String subject = "response to " + event() + " with a known id and another payload";
        if (refusal != null && !published) {
            reading.requireTold(refusal);
            checks.that(subject, reading.is(refusal, answer), refusal.toString(), answer.described(), other.repeat());
            return;
        }
        checks.that(
                subject,
                answer.isSuccessful() || answer.status() == (published ? BAD_REQUEST : UNPROCESSABLE),
                "an acknowledgement, or 422",
                answer.described(),
                other.repeat());
    }

    /**
     * It shows where the target file says.
     *
     * @return whether the file says so; otherwise the inbox of the database has to show it
     */
    public boolean checkShown(Attempt other) {
        Delivery.Conflict conflict = conflict();
        if (conflict == null || (conflict.list() == null && conflict.log() == null)) {
            return false;
        }
        if (conflict.list() != null) {
            checks.that(
                    "listing of conflicts of " + event(),
                    isListed(conflict.list()),
                    "the event, since it arrived with another payload",
                    "nothing",
                    other.repeat());
        }
        if (conflict.log() != null) {
            checks.that(
                    "log of " + event() + " with another payload",
                    isLogged(conflict.log()),
                    "a line with " + conflict.log().where(),
                    "none",
                    other.repeat());
        }
        return true;
    }

    private boolean isListed(Operation.Listing list) {
        Call call = world.call();
        Duration within = Objects.requireNonNullElse(call.operation().effectsWithin(), Duration.ZERO);
        return checks.machine()
                .until(
                        "the listing of a conflict",
                        within,
                        LOOK,
                        () -> journal.note(Capabilities.ask(() -> calls.count(list, call))) > 0);
    }

    private boolean isLogged(Delivery.LogLine form) {
        LogOracle log = capabilities.log();
        Call call = world.call();
        String id = producer.id(call.delivery(), call.request());
        int sent = world.exchanges().size();
        Instant since = world.exchanges().get(0).at();
        // Each delivery has a line, and the conflict may have one of its own.
        return List.of(1, sent, sent + 1).stream()
                .distinct()
                .anyMatch(expected ->
                        lines(log, form, id, expected, since).stream().anyMatch(form::fits));
    }

    private List<JsonNode> lines(LogOracle log, Delivery.LogLine form, String id, int expected, Instant since) {
        return journal.note(Capabilities.ask(() -> log.lines(form.eventId(), id, expected, since)));
    }

    private Delivery.@Nullable Conflict conflict() {
        Delivery delivery = world.call().operation().delivery();
        return delivery == null ? null : delivery.conflict();
    }

    private String event() {
        return world.call().operation().withArticle();
    }
}
