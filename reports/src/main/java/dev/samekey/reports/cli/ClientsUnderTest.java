package dev.samekey.reports.cli;

import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.client.Clients;
import dev.samekey.steps.drive.client.CommandClients;
import dev.samekey.steps.drive.client.Trigger;
import dev.samekey.steps.drive.client.TriggerClients;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.ClientUnderTest;
import dev.samekey.steps.model.targets.ClientUnderTest.TriggerOutcome;
import dev.samekey.steps.model.targets.ClientUnderTest.TriggerRequest;
import dev.samekey.steps.model.targets.TargetFile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The way in that a target file says. */
final class ClientsUnderTest {
    private static final int MOST_REQUESTS = 20_000;
    private static final int CONNECTIONS = 200;

    private ClientsUnderTest() {}

    static Clients of(ClientUnderTest client, TargetFile file) {
        if (client.command() != null) {
            return new CommandClients(client.command(), file.folder());
        }
        Trigger trigger = trigger(Objects.requireNonNull(client.trigger()), file);
        Map<String, Trigger> triggers = new LinkedHashMap<>();
        client.operations().keySet().forEach(name -> triggers.put(name, trigger));
        Wire wire = new Wire(
                CommandClients.LIMIT,
                Brokers.none(),
                file.network(),
                new Pace(MOST_REQUESTS, null, CONNECTIONS),
                file.target()::requireWrites,
                unused -> {});
        return new TriggerClients(
                triggers, client.trigger().outcome() == TriggerOutcome.ANSWER, wire, CommandClients.LIMIT);
    }

    private static Trigger trigger(ClientUnderTest.Trigger form, TargetFile file) {
        TriggerRequest request = form.request();
        return request == null
                ? new Trigger.Command(Objects.requireNonNull(form.command()), file.folder())
                : new Trigger.Http(request.method(), request.url(), request.headers(), request.body());
    }
}
