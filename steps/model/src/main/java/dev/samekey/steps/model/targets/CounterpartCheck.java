package dev.samekey.steps.model.targets;

import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Target.Counterpart;
import dev.samekey.steps.model.targets.Target.CounterpartKey;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the types alone do not check of the counterparts. */
record CounterpartCheck(YamlFile file, Target target) {
    void all() {
        Map<Integer, String> ports = new HashMap<>();
        target.counterparts().forEach((name, counterpart) -> {
            one(name, counterpart);
            String other = counterpart.listen() == null ? null : ports.putIfAbsent(counterpart.listen(), name);
            if (other != null) {
                throw file.error(List.of("counterparts", name, "listen"), "is the port of «" + other + "» too");
            }
        });
        target.operations().forEach(this::reaches);
    }

    private void one(String name, Counterpart counterpart) {
        place(name, counterpart);
        signature(name, counterpart);
        if (counterpart.listen() != null && !Target.Store.isPort(counterpart.listen())) {
            throw file.error(List.of("counterparts", name, "listen"), "«" + counterpart.listen() + "» is no port");
        }
        mustBePointer(List.of("counterparts", name, "about"), counterpart.about());
        CounterpartKey key = counterpart.key();
        if (key == null && counterpart.role() == CounterpartRole.PROVIDER) {
            throw file.error(
                    List.of("counterparts", name),
                    "a provider knows keys: say where a call has its key, or call it a vendor");
        }
        if (key != null && counterpart.role() == CounterpartRole.VENDOR) {
            throw file.error(List.of("counterparts", name, "key"), "a vendor knows no keys: call it a provider");
        }
        if (counterpart.role() != CounterpartRole.PROVIDER
                && !counterpart.volatiles().isEmpty()) {
            throw file.error(
                    List.of("counterparts", name, "volatile"),
                    "is for a provider: of no other counterpart the attempts are compared with it");
        }
        if (key != null && (key.header() == null) == (key.member() == null)) {
            throw file.error(List.of("counterparts", name, "key"), "should have either a header or a member");
        }
        if (key != null && key.member() != null) {
            mustBePointer(List.of("counterparts", name, "key", "member"), key.member());
        }
    }

    private void signature(String name, Counterpart counterpart) {
        Delivery.Signature signature = counterpart.signature();
        if (signature != null && counterpart.role() != CounterpartRole.SINK) {
            throw file.error(List.of("counterparts", name, "signature"), "is for a sink: of no other it is looked at");
        }
        if (signature != null && !signature.isReadable()) {
            throw file.error(List.of("counterparts", name, "signature", "secret"), DeliveryCheck.NO_SECRET);
        }
    }

    private void place(String name, Counterpart counterpart) {
        Target.Subject nats = counterpart.nats();
        if ((counterpart.listen() == null) == (nats == null)) {
            throw file.error(List.of("counterparts", name), "should have either listen or nats");
        }
        if (nats != null && counterpart.role() != CounterpartRole.SINK) {
            throw file.error(
                    List.of("counterparts", name, "nats"), "is for a sink: the reader of a stream sends no response");
        }
        if (nats != null && !Delivery.Broker.isUsable(nats.url())) {
            throw file.error(
                    List.of("counterparts", name, "nats", "url"),
                    "«" + nats.url() + "» is no URL such as nats://127.0.0.1:4222");
        }
    }

    private void reaches(String operation, Operation form) {
        for (String name : form.reaches()) {
            if (!target.counterparts().containsKey(name)) {
                throw file.error(
                        List.of("operations", operation, "reaches"),
                        "the counterpart «" + name + "» is not known"
                                + Nearest.hint(name, target.counterparts().keySet()));
            }
        }
    }

    private void mustBePointer(List<String> path, String pointer) {
        if (!pointer.startsWith("/")) {
            throw file.error(path, "«" + pointer + "» is no JSON pointer such as /" + pointer);
        }
    }
}
