package dev.samekey.server.resources;

import dev.samekey.server.http.Call;
import dev.samekey.server.json.Json;
import dev.samekey.server.json.Members;
import dev.samekey.server.outbox.Outbox;
import dev.samekey.server.outbox.Publisher;
import dev.samekey.server.vendors.PaymentProvider;
import java.time.Clock;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;

/** What operations work with. */
public record Means(Jdbi jdbi, PaymentProvider provider, Publisher publisher, Now now, Json json) {
    /** The means of a replica with this clock. */
    public static Means of(Jdbi jdbi, PaymentProvider provider, Outbox outbox, Clock clock, Json json) {
        return new Means(jdbi, provider, new Publisher(outbox, clock, json), new Now(clock), json);
    }

    /** What a caller sent. */
    public Members read(Call call) {
        return json.read(call.body().bytes());
    }

    /** A resource as the caller gets it. */
    public String write(Record resource) {
        return json.write(resource);
    }

    /** What the database holds now; nothing keeps it from changing. */
    public <T> T look(HandleCallback<T, RuntimeException> look) {
        return jdbi.withHandle(look);
    }
}
