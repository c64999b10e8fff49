package dev.samekey.steps.judge.expect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.log.LogOracle;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;

/** What the log must say of the deliveries of an event (EVT-13). */
public final class DeliveryLog {
    private final World world;
    private final Producer producer;
    private final Capabilities capabilities;
    private final Journal journal;
    private final Checks checks;
    private final MachineWatch machine;

    public DeliveryLog(
            World world,
            Producer producer,
            Capabilities capabilities,
            Journal journal,
            Checks checks,
            MachineWatch machine) {
        this.world = world;
        this.producer = producer;
        this.capabilities = capabilities;
        this.journal = journal;
        this.checks = checks;
        this.machine = machine;
    }

    /** One complete line for each delivery. */
    public void check() {
        Call call = world.call();
        Delivery delivery = call.delivery();
        Delivery.Log log = delivery.log();
        if (log == null) {
            throw Judgement.notChecked("delivery.log: the target file does not say what the log has of a delivery");
        }
        LogOracle oracle = capabilities.log();
        String id = producer.id(delivery, call.request());
        List<Exchange> sent = world.exchanges();
        if (world.attempts().stream().anyMatch(DeliveryLog::wasRepeatedByTheBroker)) {
            throw Judgement.inconclusive(
                    "the broker delivered a message more than once, so its lines cannot be counted");
        }
        List<JsonNode> lines = journal.note(machine.see(
                "log lines",
                () -> Capabilities.ask(() ->
                        oracle.lines(log.eventId(), id, sent.size(), sent.get(0).at())),
                seen -> seen.value().size() >= sent.size()));
        checks.equal(
                "log lines for " + sent.size() + " deliveries of "
                        + call.operation().withArticle(),
                sent.size(),
                lines.size(),
                new Fact("event", id));
        lines.forEach(line -> mustBeComplete(line, log, call));
    }

    private static boolean wasRepeatedByTheBroker(Attempt sent) {
        return sent.call().request().isPublished()
                && sent.answer().at("/deliveries").asInt() > 1;
    }

    private void mustBeComplete(JsonNode line, Delivery.Log log, Call call) {
        String delivery = "of a delivery of " + call.operation().withArticle();
        for (String member : log.members()) {
            checks.that("log line " + delivery, line.has(member), "the member " + member, line.toString());
        }
        Delivery.Correlation correlation = log.correlation();
        if (correlation != null) {
            Request request = call.request();
            checks.equal(
                    "correlation id in the log line " + delivery,
                    request.header(correlation.header()).orElse("none"),
                    line.path(correlation.member()).asText(),
                    new Fact("line", line.toString()));
        }
    }
}
