package dev.samekey.steps.judge.definitions;

import dev.samekey.oracles.database.RecordsOracle;
import dev.samekey.oracles.database.StoredRecord;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the record of a key must say, read in the database. */
public final class RecordSteps {
    private static final Set<String> NEEDED =
            Set.of("scope", "key", "payload_hash", "state", "status", "outcome", "created", "expires");

    /** As long as the shortest digest that is still called cryptographic: 160 bits. */
    private static final int SHORTEST_DIGEST = 20;

    private static final Pattern HEX = Pattern.compile("(?i)(?:\\\\x|[a-z0-9-]+:)?((?:[0-9a-f]{2})+)");
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    private final World world;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private final TargetTime time;
    private final UnderWay underWay;
    private final Contract contract;
    private List<StoredRecord> before = List.of();
    private List<StoredRecord> records = List.of();

    public RecordSteps(
            World world,
            Capabilities capabilities,
            Journal journal,
            Checks checks,
            TargetTime time,
            UnderWay underWay,
            Contract contract) {
        this.world = world;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
        this.time = time;
        this.underWay = underWay;
        this.contract = contract;
    }

    @When("its record is read")
    @Costs(0)
    public void isRead() {
        records = read(world.call());
    }

    @When("its record is read before and after it is repeated and mismatched")
    @Costs(2)
    public void isReadTwice() {
        before = read(world.call());
        world.send(world.call());
        world.send(Payloads.another(world.call()));
        records = read(world.call());
    }

    @Then("the fingerprint in it is a digest")
    public void isADigest() {
        String hash = told("payload_hash", the().payloadHash());
        checks.that(
                "the fingerprint is a cryptographic digest",
                isDigest(hash),
                "a digest of " + SHORTEST_DIGEST + " bytes or more, in hexadecimal or base64",
                hash);
    }

    @Then("it expires when the contract says")
    public void expires() {
        StoredRecord found = the();
        Duration lifetime = time.lifetime(world.call().operation());
        checks.that("the record says when it expires", found.expires() != null, "a time", "none");
        checks.that("the record says when it was created", found.created() != null, "a time", "none");
        Duration stored = Duration.between(found.created(), found.expires());
        checks.that(
                "the expiry agrees with the contract's lifetime",
                stored.minus(lifetime).abs().compareTo(TOLERANCE) <= 0,
                lifetime.toString(),
                stored.toString());
    }

    @Then("a constraint keeps its key unique")
    public void isUnique() {
        RecordsOracle oracle = capabilities.records();
        checks.that(
                "a constraint of the database refuses a second record of the same scope and key",
                ask(oracle::isUnique),
                "a unique constraint over scope and key",
                "none");
    }

    @Then("it has what recovery needs")
    public void hasWhatRecoveryNeeds() {
        RecordsOracle oracle = capabilities.records();
        Set<String> missing = new TreeSet<>(NEEDED);
        missing.removeAll(ask(oracle::columns));
        checks.that("the record has what recovery needs", missing.isEmpty(), NEEDED.toString(), "no " + missing);
        StoredRecord found = the();
        checks.equal("the record is completed", "completed", String.valueOf(found.state()));
        checks.equal(
                "the record has the status that was answered",
                String.valueOf(world.first().status()),
                String.valueOf(found.status()));
    }

    @Then("it was completed and did not change")
    public void didNotChange() {
        checks.equal("the record is completed", "completed", String.valueOf(the().state()));
        checks.equal("a completed record never changes", before, records);
    }

    @Then("its record is still there")
    public void isStillThere() {
        List<StoredRecord> there = read(world.call());
        if (underWay.isDone()) {
            throw Judgement.inconclusive("the slow one was done before its record was read");
        }
        checks.that("the cleanup keeps what is in progress", !there.isEmpty(), "a record", "none");
    }

    @Then("the expired record is gone")
    public void isGone() {
        List<StoredRecord> there = read(world.attempts().get(0).call());
        if (contract.expired() != Contract.Expired.REJECT || there.isEmpty()) {
            checks.that("the cleanup removes what expired", there.isEmpty(), "no record", there.toString());
            return;
        }
        // Whoever refuses an expired key has to remember it, but nothing else.
        records = read(world.call());
        told("outcome", the().outcome());
        checks.that(
                "the cleanup removes the outcome of what expired",
                there.stream().allMatch(record -> record.outcome() == null),
                "a record without an outcome",
                there.toString());
    }

    private StoredRecord the() {
        checks.that("there is one record of the key", records.size() == 1, "one record", records.toString());
        return records.get(0);
    }

    private List<StoredRecord> read(Call call) {
        RecordsOracle oracle = capabilities.records();
        String key = call.key();
        if (key == null) {
            throw Judgement.notApplicable("a " + call.name() + " has no key");
        }
        return ask(() -> oracle.of(key));
    }

    private static String told(String column, @Nullable String value) {
        if (value == null) {
            throw Judgement.notChecked("records." + column + ": the target file names no such column");
        }
        return value;
    }

    /** Whether it is long enough to be one, in hexadecimal or base64. */
    static boolean isDigest(String text) {
        return bytes(text) >= SHORTEST_DIGEST;
    }

    /** How many bytes stand there, whether as hexadecimal or as base64. */
    private static int bytes(String digest) {
        var hex = HEX.matcher(digest);
        if (hex.matches()) {
            return hex.group(1).length() / 2;
        }
        try {
            return Base64.getDecoder().decode(digest.replace('-', '+').replace('_', '/')).length;
        } catch (IllegalArgumentException noBase64) {
            return 0;
        }
    }

    private <T> T ask(Supplier<Seen<T>> oracle) {
        return journal.note(Capabilities.ask(oracle));
    }
}
