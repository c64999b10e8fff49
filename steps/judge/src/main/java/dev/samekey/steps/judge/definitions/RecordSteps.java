package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.database.RecordsOracle;
import dev.samekey.oracles.database.StoredRecord;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.expect.Records;
import dev.samekey.steps.judge.words.RecordProperty;
import dev.samekey.steps.judge.world.Bodies;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The record of a key, read in the database. */
public final class RecordSteps {
    /** How long a response may be on its way to a harness that has little processor time. */
    private static final Duration ON_ITS_WAY = Duration.ofMillis(500);

    private static final int ACCEPTED = 202;

    private final World world;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private final TargetTime time;
    private final InProgress inProgress;
    private final Contract contract;
    private List<StoredRecord> records = List.of();

    public RecordSteps(
            World world,
            Capabilities capabilities,
            Journal journal,
            Checks checks,
            TargetTime time,
            InProgress inProgress,
            Contract contract) {
        this.world = world;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
        this.time = time;
        this.inProgress = inProgress;
        this.contract = contract;
    }

    @When("its record is read")
    @Costs(0)
    public void isRead() {
        records = read();
    }

    @When("the cleanup runs")
    @Costs
    public void cleanupRuns() {
        Exchange exchange = capabilities.cleanup().send();
        journal.note("the request to run the cleanup", exchange);
        if (World.answer(exchange).status() == ACCEPTED) {
            throw Judgement.notChecked("cleanup: the target accepts it (202) and does not say when it has ended. Name a"
                    + " request that responds when the cleanup has ended");
        }
    }

    @Then("its record {recordProperty}")
    public void must(RecordProperty property) {
        Records must = new Records(world.call().operation(), checks);
        switch (property) {
            case DIGEST -> must.haveADigest(records, Bodies.values(world.call().request()));
            case RECOVERABLE ->
                must.areRecoverable(records, columns(), world.first().status());
            case EXPIRY -> must.expireAfter(time.lifetime(world.call().operation()), records);
            case UNIQUE -> {
                RecordsOracle oracle = capabilities.records();
                must.areUnique(ask(oracle::uniqueness));
            }
            case UNCHANGED -> must.areUnchanged(records, read(), world.later().size());
            case KEPT -> {
                List<StoredRecord> found = read();
                if (inProgress.isDone()) {
                    throw Judgement.inconclusive("the slow one had ended before its record was read");
                }
                must.areKept(found, left(found));
            }
            case GONE -> must.areGone(records, this::read, contract.expired(), columns());
        }
    }

    /**
     * How much longer the slow one went on when its record was missing. A record that was completed in time may be cleaned up,
     * and its response may still be on its way then.
     */
    private Duration left(List<StoredRecord> found) {
        long read = System.nanoTime();
        if (!found.isEmpty()) {
            return Duration.ZERO;
        }
        inProgress.end();
        Duration later = Duration.ofNanos(System.nanoTime() - read);
        if (later.compareTo(ON_ITS_WAY) < 0) {
            throw Judgement.inconclusive("the slow one ended " + later.toMillis()
                    + " ms after its record was read, so it may have been completed before the cleanup");
        }
        return later;
    }

    private List<StoredRecord> read() {
        RecordsOracle oracle = capabilities.records();
        String key = world.call().key();
        if (key == null) {
            throw Judgement.notApplicable(world.call().operation().withArticle() + " has no key");
        }
        return ask(() -> oracle.of(key));
    }

    private Set<String> columns() {
        RecordsOracle oracle = capabilities.records();
        return ask(oracle::columns);
    }

    private <T> T ask(Supplier<Seen<T>> oracle) {
        return journal.note(Capabilities.ask(oracle));
    }
}
