package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.database.InboxOracle;
import dev.samekey.oracles.database.InboxRow;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.judge.expect.Conflicts;
import dev.samekey.steps.judge.expect.Records;
import dev.samekey.steps.judge.words.InboxProperty;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Bodies;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.Set;

/** What the consumer of an event remembers of it. */
public final class InboxSteps {
    private final World world;
    private final Producer producer;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private final Conflicts conflicts;
    private final Effects effects;
    private List<InboxRow> rows = List.of();

    public InboxSteps(
            World world,
            Producer producer,
            Capabilities capabilities,
            Journal journal,
            Checks checks,
            Conflicts conflicts,
            Effects effects) {
        this.world = world;
        this.producer = producer;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
        this.conflicts = conflicts;
        this.effects = effects;
    }

    @When("its inbox row is read")
    @Costs(0)
    public void isRead() {
        if (!world.interrupted().isEmpty() && isPublished()) {
            throw Judgement.notChecked(
                    "delivery.broker: the broker redelivers, so the harness cannot know which delivery left the row");
        }
        rows = world.interrupted().isEmpty() ? inboxAtRest() : inbox();
    }

    @Then("its inbox row {inboxProperty}")
    public void itsRow(InboxProperty property) {
        switch (property) {
            case COMPLETE -> isComplete();
            case EARLIER_THAN_EFFECT ->
                checks.equal(subject("inbox rows of %s before its effect"), 1, rows.size(), world.where());
            case FLAGGED -> isFlagged();
        }
    }

    @Then("the inbox has no row of it")
    public void hasNoRow() {
        checks.equal(subject("inbox rows of %s that was refused"), List.of(), inboxAtRest());
    }

    private void isComplete() {
        Set<String> missing = capabilities.inbox().missing();
        checks.that(
                "columns of the inbox",
                missing.isEmpty(),
                "source, payload_hash, received, processed and result",
                "no " + missing);
        if (rows.size() <= 1 && rows.stream().noneMatch(InboxSteps::isHandled)) {
            effects.requireNotLate(
                    world.call(),
                    subject("the inbox row of %s"),
                    () -> look().value().stream().anyMatch(InboxSteps::isHandled));
        }
        InboxRow row = the(rows);
        checks.that(
                subject("payload hash in the inbox row of %s"),
                Records.isDigest(
                        String.valueOf(row.payloadHash()),
                        Bodies.values(world.call().request())),
                "a digest of 20 bytes or more, and not the payload",
                String.valueOf(row.payloadHash()));
        checks.that(
                subject("times in the inbox row of %s"),
                row.received() != null
                        && row.processed() != null
                        && !row.processed().isBefore(row.received()),
                "a time received, and a time processed that is not before it",
                row.toString());
        checks.that(subject("result in the inbox row of %s"), row.result() != null, "a result", row.toString());
    }

    private static boolean isHandled(InboxRow row) {
        return row.processed() != null && row.result() != null;
    }

    private void isFlagged() {
        Attempt other = world.the(Purpose.OTHER_PAYLOAD);
        conflicts.mustBeSettled(other);
        if (conflicts.checkShown(other)) {
            return;
        }
        if (!capabilities.inbox().flags()) {
            throw Judgement.notChecked("inbox.flagged: the target file names no column that shows a flag");
        }
        checks.that(
                subject("inbox row of %s with another payload"),
                the(inboxAtRest()).flagged() != null,
                "a flag",
                "none",
                other.repeat());
    }

    private InboxRow the(List<InboxRow> found) {
        checks.that(subject("inbox rows of %s"), found.size() == 1, "one row", found.toString());
        return found.get(0);
    }

    /** A consumer may acknowledge an event first, and handle it later. */
    private List<InboxRow> inboxAtRest() {
        effects.rest(world.call());
        return inbox();
    }

    /** As it is now: after a crash, what comes later was not there before the effect. */
    private List<InboxRow> inbox() {
        return journal.note(look());
    }

    private Seen<List<InboxRow>> look() {
        InboxOracle oracle = capabilities.inbox();
        Call call = world.call();
        String id = producer.id(call.delivery(), call.request());
        return Capabilities.ask(() -> oracle.of(id));
    }

    private boolean isPublished() {
        return world.call().request().isPublished();
    }

    private String subject(String of) {
        return of.formatted(world.call().operation().withArticle());
    }
}
