package dev.samekey.steps.drive.downstream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.steps.drive.broker.Connections;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.Target;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A stream: what it keeps has arrived, and was acknowledged to its publisher. */
final class StreamStage implements Stage {
    private static final String KEPT = "200";

    private final String name;
    private final Target.Counterpart form;
    private final Target.Subject place;
    private final Book book;
    private @Nullable Connection connection;

    StreamStage(String name, Target.Counterpart form, Target.Subject place, Book book) {
        this.name = name;
        this.form = form;
        this.place = place;
        this.book = book;
    }

    @Override
    public void open() {
        Connection opened = Connections.open(place.url());
        connection = opened;
        PushSubscribeOptions fromNow = PushSubscribeOptions.builder().ordered(true).stream(place.stream())
                .configuration(ConsumerConfiguration.builder()
                        .deliverPolicy(DeliverPolicy.New)
                        .build())
                .build();
        try {
            var unused = opened.jetStream()
                    .subscribe(place.subject(), opened.createDispatcher(), this::note, false, fromNow);
        } catch (IOException | JetStreamApiException | IllegalArgumentException | IllegalStateException failure) {
            close();
            throw new CannotRun("cannot read the messages for the counterpart «" + name + "» from the subject «"
                    + place.subject() + "» of the stream «" + place.stream() + "»: " + failure.getMessage());
        }
    }

    private void note(Message message) {
        try {
            note(message, Incoming.of(message));
        } catch (RuntimeException | Error failure) {
            book.failed(failure);
        }
    }

    private void note(Message message, Incoming call) {
        String about = call.at(form.about());
        Act act = book.act(about, call.key(form.key()), id -> JsonNodeFactory.instance.objectNode());
        book.note(new Arrival(
                message.metaData().timestamp().toInstant(),
                call.method(),
                call.path(),
                call.headers(),
                call.body(),
                about,
                call.key(form.key()),
                act.id(),
                KEPT));
    }

    @Override
    public boolean isPlayed() {
        return false;
    }

    @Override
    public void close() {
        Connections.close(connection);
    }
}
