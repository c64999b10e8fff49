package dev.samekey.steps.drive.broker;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All brokers that the events of a target come over. */
public final class Brokers implements AutoCloseable {
    private final Map<URI, Broker> all = new LinkedHashMap<>();

    public Brokers(Collection<Operation> operations) {
        for (Operation operation : operations) {
            Delivery delivery = operation.delivery();
            Delivery.Broker broker = delivery == null ? null : delivery.broker();
            if (broker != null) {
                all.computeIfAbsent(broker.url(), Broker::new).add(broker);
            }
        }
    }

    /** For those who publish nothing. */
    public static Brokers none() {
        return new Brokers(List.of());
    }

    /** @throws CannotRun when one of them is not as the target file says */
    public void open() {
        all.values().forEach(Broker::open);
    }

    public Broker at(URI url) {
        return Objects.requireNonNull(all.get(url), url.toString());
    }

    @Override
    public void close() {
        all.values().forEach(Broker::close);
    }
}
