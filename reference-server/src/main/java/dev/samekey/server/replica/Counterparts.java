package dev.samekey.server.replica;

import dev.samekey.server.broker.Connections;
import dev.samekey.server.broker.NatsCourier;
import dev.samekey.server.json.Json;
import dev.samekey.server.outbox.Courier;
import dev.samekey.server.outbox.HttpCourier;
import dev.samekey.server.outbox.Message;
import dev.samekey.server.outbox.Signer;
import dev.samekey.server.sandbox.SandboxProvider;
import dev.samekey.server.sandbox.SandboxShop;
import dev.samekey.server.vendors.HttpPaymentProvider;
import dev.samekey.server.vendors.HttpShop;
import dev.samekey.server.vendors.PaymentProvider;
import dev.samekey.server.vendors.Remote;
import dev.samekey.server.vendors.Shop;
import java.net.URI;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;

/**
 * The services that this one calls, by name. For a provider or shop that is not named, a stand-in in the same process serves; what
 * others would be told stays in the outbox. The secret signs the events.
 */
public record Counterparts(Map<String, URI> urls, String eventSecret) {
    /** The names that there may be. */
    public static final List<String> NAMES = List.of("payments", "shop", Message.EVENTS, Message.MAIL);

    /** None of them. */
    public static final Counterparts NONE = new Counterparts(Map.of(), "");

    /** An unknown name is refused. */
    public Counterparts {
        urls = Map.copyOf(urls);
        for (String name : urls.keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("there is no counterpart '" + name + "', but " + NAMES);
            }
        }
    }

    PaymentProvider provider(Settings settings, Jdbi jdbi, Json json) {
        URI url = urls.get("payments");
        return url == null
                ? new SandboxProvider(jdbi, settings.clock(), settings.providerDelay())
                : new HttpPaymentProvider(new Remote(url, json));
    }

    Shop shop(Jdbi jdbi, Json json) {
        URI url = urls.get("shop");
        return url == null ? new SandboxShop(jdbi) : new HttpShop(new Remote(url, json));
    }

    /** The ways to those who are told what happened: to a URL, or to a subject of a broker. */
    Map<String, Courier> couriers(Clock clock, Connections brokers) {
        Map<String, Courier> couriers = new HashMap<>();
        URI events = urls.get(Message.EVENTS);
        if (events != null) {
            couriers.put(Message.EVENTS, courier(events, new Signer(eventSecret, clock)::headers, brokers));
        }
        URI mail = urls.get(Message.MAIL);
        if (mail != null) {
            couriers.put(Message.MAIL, courier(mail, message -> Map.of(), brokers));
        }
        return couriers;
    }

    private static Courier courier(
            URI destination, Function<Message, Map<String, String>> headers, Connections brokers) {
        return "nats".equals(destination.getScheme())
                ? new NatsCourier(brokers, destination, headers)
                : new HttpCourier(destination, headers);
    }
}
