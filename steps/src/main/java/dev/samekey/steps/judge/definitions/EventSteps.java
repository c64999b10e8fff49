package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.database.InboxOracle;
import dev.samekey.oracles.database.InboxRow;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.expect.Records;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a consumer must do about events: tell them apart, remember them, and let only the producer in. */
public final class EventSteps {
    private static final int UNPROCESSABLE = 422;
    private static final int BAD_REQUEST = 400;

    private final World world;
    private final Calls calls;
    private final Producer producer;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private List<String> states = List.of();
    private List<InboxRow> rows = List.of();

    public EventSteps(
            World world, Calls calls, Producer producer, Capabilities capabilities, Journal journal, Checks checks) {
        this.world = world;
        this.calls = calls;
        this.producer = producer;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
    }

    @Then("the inbox has no row of it")
    public void hasNoRow() {
        checks.equal("inbox rows of a refused " + world.operation(), List.of(), inbox());
    }

    @When("it is sent after the one before it, and another one ahead of its own")
    public void inBothOrders() {
        Call first = world.call();
        world.send(earlier(first));
        String between = state(first);
        world.send(first);
        String ordered = state(first);
        if (between.equals(ordered)) {
            throw Judgement.inconclusive(
                    "the " + first.name() + " did not change the state that the one before it had left",
                    new Fact("actual", ordered));
        }
        Call second = world.test(calls.prepare(first.operation()));
        world.send(second);
        world.send(earlier(second));
        states = List.of(ordered, state(second));
    }

    @Then("both end in the same state")
    public void endInTheSameState() {
        checks.equal(
                "events that arrive out of order end in the state of those in order",
                states.get(0),
                states.get(1),
                world.where());
    }

    @Then("it is flagged")
    public void isFlagged() {
        int status = world.last().status();
        checks.that(
                "a known id with another payload is acknowledged or refused as such",
                world.last().isSuccessful() || status == (request().isPublished() ? BAD_REQUEST : UNPROCESSABLE),
                "an acknowledgement, or 422",
                world.last().described(),
                world.where());
        if (!capabilities.inbox().flags()) {
            throw Judgement.notChecked("inbox.flagged: the target file names no column that shows a flag");
        }
        checks.that(
                "the inbox shows that another payload came under the id",
                the(inbox()).flagged() != null,
                "a flag",
                "none",
                world.where());
    }

    @When("its inbox row is read")
    public void isRead() {
        rows = inbox();
    }

    @When("its inbox row is read and it is sent again")
    public void isReadAndSentAgain() {
        if (request().isPublished()) {
            throw Judgement.notChecked(
                    "delivery.broker: the broker delivers again by itself, so nobody knows which delivery left the row");
        }
        isRead();
        world.send(world.call());
    }

    @Then("the row was there before the effect")
    public void wasThere() {
        checks.equal("the inbox row is written before the handling", 1, rows.size(), world.where());
    }

    @Then("the row says what came and what became of it")
    public void saysWhatCame() {
        Set<String> missing = capabilities.inbox().missing();
        checks.that(
                "the inbox holds what is asked of it",
                missing.isEmpty(),
                "source, payload_hash, received, processed and result",
                "no " + missing);
        InboxRow row = the(rows);
        checks.that(
                "the payload hash is a digest",
                Records.isDigest(String.valueOf(row.payloadHash())),
                "a digest of 20 bytes or more",
                String.valueOf(row.payloadHash()));
        checks.that(
                "what came in was then processed",
                row.received() != null
                        && row.processed() != null
                        && !row.processed().isBefore(row.received()),
                "a time received, and a time processed that is not before it",
                row.toString());
        checks.that("the result is there", row.result() != null, "a result", row.toString());
    }

    @Then("the log has one complete line for each delivery")
    public void hasALineForEach() {
        Delivery.Log log = delivery().log();
        if (log == null) {
            throw Judgement.notChecked("delivery.log: the target file does not say what the log tells of a delivery");
        }
        LogOracle oracle = capabilities.log();
        String id = producer.id(delivery(), request());
        List<Exchange> sent = world.exchanges();
        if (world.attempts().stream()
                .anyMatch(one ->
                        isPublished(one) && one.answer().at("/deliveries").asInt() > 1)) {
            throw Judgement.inconclusive(
                    "the broker delivered a message more than once, so its lines cannot be counted");
        }
        List<JsonNode> lines = ask(
                () -> oracle.lines(log.eventId(), id, sent.size(), sent.get(0).at()));
        checks.equal(
                "the log has one line for each delivery of the event",
                sent.size(),
                lines.size(),
                new Fact("event", id));
        lines.forEach(line -> complete(line, log));
    }

    private void complete(JsonNode line, Delivery.Log log) {
        for (String member : log.members()) {
            checks.that("each line has " + member, line.has(member), member, line.toString());
        }
        Delivery.Correlation correlation = log.correlation();
        if (correlation != null) {
            checks.equal(
                    "the line has the correlation id of its request",
                    request().header(correlation.header()).orElse("none"),
                    line.path(correlation.member()).asText(),
                    new Fact("line", line.toString()));
        }
    }

    private Call earlier(Call call) {
        return call.with(producer.earlier(delivery(), call.request()));
    }

    /** What the API says of the subject of an event. */
    private String state(Call call) {
        Delivery.State state = delivery().state();
        if (state == null) {
            throw Judgement.notChecked("delivery.state: the target file does not say where the state is read");
        }
        Request read = new Request(
                "GET", calls.path(state.path(), call, world.last()), calls.credentials(call.principal()), null);
        return World.answer(world.aside(call.with(read), "the state of its subject"))
                .at(state.at())
                .toString();
    }

    private static boolean isPublished(Attempt sent) {
        return sent.call().request().isPublished();
    }

    private List<InboxRow> inbox() {
        InboxOracle oracle = capabilities.inbox();
        String id = producer.id(delivery(), request());
        return ask(() -> oracle.of(id));
    }

    private InboxRow the(List<InboxRow> found) {
        checks.that("there is one inbox row of the event", found.size() == 1, "one row", found.toString());
        return found.get(0);
    }

    private Request request() {
        return world.call().request();
    }

    private Delivery delivery() {
        return delivery(world.call());
    }

    static Delivery delivery(Call call) {
        @Nullable Delivery delivery = call.operation().delivery();
        if (delivery == null) {
            throw Judgement.notChecked("delivery: the target file does not say how a " + call.name() + " is delivered");
        }
        return delivery;
    }

    private <T> T ask(Supplier<Seen<T>> oracle) {
        return journal.note(Capabilities.ask(oracle));
    }
}
