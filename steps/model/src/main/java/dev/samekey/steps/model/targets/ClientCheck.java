package dev.samekey.steps.model.targets;

import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.ClientUnderTest.Trigger;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What the types alone do not say of a client under test. */
record ClientCheck(YamlFile file, ClientUnderTest client) {
    private static final int MOST_AT_ONCE = 200;
    private static final int FASTEST = 1000;

    void all() {
        long ways = Stream.of(client.command(), client.trigger(), client.log())
                .filter(Objects::nonNull)
                .count();
        if (ways != 1) {
            throw file.error(List.of("client"), "should have one of command, trigger and log");
        }
        if (client.command() != null && client.command().isEmpty()) {
            throw file.error(List.of("client", "command"), "names no program, such as [node, client.mjs]");
        }
        if (client.atOnce() < 1 || client.atOnce() > MOST_AT_ONCE) {
            throw file.error(List.of("client", "at_once"), "should be a number from 1 to " + MOST_AT_ONCE);
        }
        if (client.clockSpeed() < 1 || client.clockSpeed() > FASTEST) {
            throw file.error(List.of("client", "clock_speed"), "should be a number from 1 to " + FASTEST);
        }
        if (client.clockSpeed() > 1 && client.trigger() != null) {
            throw file.error(
                    List.of("client", "clock_speed"),
                    "is for a command: a trigger cannot say how fast a clock is to be");
        }
        if (client.timeout().isNegative() || client.timeout().isZero()) {
            throw file.error(List.of("client", "timeout"), "should be a time such as 1s");
        }
        if (client.trigger() != null) {
            trigger(client.trigger());
        }
        client.operations().forEach((name, operation) -> {
            if (!operation.payload().toString().contains("${unique}")) {
                throw file.error(
                        List.of("client", "operations", name, "payload"),
                        "has no ${unique}: the requests of an operation are known by it");
            }
        });
    }

    private void trigger(Trigger trigger) {
        if (!Target.Store.isPort(trigger.listen())) {
            throw file.error(List.of("client", "trigger", "listen"), "should be a port from 1 to 65535");
        }
        if ((trigger.request() == null) == (trigger.command() == null)) {
            throw file.error(List.of("client", "trigger"), "should have either request or command");
        }
        if (trigger.request() != null && !trigger.request().url().matches("https?://[^/]+.*")) {
            throw file.error(
                    List.of("client", "trigger", "request", "url"),
                    "«" + trigger.request().url() + "» is no URL such as http://127.0.0.1:8080/buy");
        }
    }
}
