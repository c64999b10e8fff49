package dev.samekey.steps.drive.downstream;

import static com.github.tomakehurst.wiremock.http.Fault.CONNECTION_RESET_BY_PEER;
import static com.github.tomakehurst.wiremock.http.HttpHeader.httpHeader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.github.tomakehurst.wiremock.extension.ResponseTransformerV2;
import com.github.tomakehurst.wiremock.http.HttpHeaders;
import com.github.tomakehurst.wiremock.http.Response;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import dev.samekey.steps.model.targets.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Does what a call asks for, once for each key, and responds as the target file says, unless a fault is planned. */
final class Stub implements ResponseTransformerV2 {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final Duration SLOW = Duration.ofSeconds(1);

    private final Target.Counterpart form;
    private final Book book;
    private final Duration limit;

    /** @param limit for holding back a response that nothing releases */
    Stub(Target.Counterpart form, Book book, Duration limit) {
        this.form = form;
        this.book = book;
        this.limit = limit;
    }

    @Override
    public String getName() {
        return "downstream-stub";
    }

    @Override
    public Response transform(Response unused, ServeEvent event) {
        try {
            return answer(Incoming.of(event.getRequest()));
        } catch (RuntimeException | Error failure) {
            book.failed(failure);
            return hangUp();
        }
    }

    private Response answer(Incoming call) {
        if (call.isLook()) {
            book.note(arrival(call, "", null, String.valueOf(OK)));
            return json(OK, found(call));
        }
        String about = call.at(form.about());
        DownstreamFault fault = book.next(about);
        if (fault != null && !fault.acts()) {
            boolean down = fault == DownstreamFault.DOWN;
            book.note(arrival(call, about, null, down ? String.valueOf(UNAVAILABLE) : "nothing"));
            return down ? json(UNAVAILABLE, JsonNodeFactory.instance.objectNode()) : hangUp();
        }
        Act act = book.act(
                about, call.key(form.key()), id -> Reply.result(form.answer().body(), id, call));
        // Under the key of another operation it is still about its own.
        return respond(call, about.isEmpty() ? act.about() : about, act, fault);
    }

    private Response respond(Incoming call, String about, Act act, @Nullable DownstreamFault fault) {
        Target.CounterpartAnswer duplicate = fault == DownstreamFault.DUPLICATE ? form.duplicate() : null;
        boolean lost = fault == DownstreamFault.ANSWER_LOST || fault == DownstreamFault.ANSWER_LATE;
        int status = duplicate == null ? form.answer().status() : duplicate.status();
        book.note(arrival(call, about, act.id(), lost ? "nothing" : String.valueOf(status)));
        if (fault == DownstreamFault.ANSWER_LATE) {
            hold(book.relief(about), limit);
        } else if (fault == DownstreamFault.SLOW) {
            hold(book.relief(about), SLOW);
        }
        if (lost) {
            return hangUp();
        }
        return json(status, duplicate == null ? act.result() : Reply.duplicate(duplicate.body(), act));
    }

    private JsonNode found(Incoming call) {
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        book.acts(call.asked().stream()).forEach(act -> items.add(act.result()));
        return JsonNodeFactory.instance.objectNode().set("items", items);
    }

    private Arrival arrival(Incoming call, String about, @Nullable String act, String response) {
        return new Arrival(
                Instant.now(),
                call.method(),
                call.path(),
                call.headers(),
                call.body(),
                about,
                call.key(form.key()),
                act,
                response);
    }

    private static void hold(CountDownLatch relief, Duration time) {
        try {
            var unused = relief.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            // The counterpart is closed.
            Thread.currentThread().interrupt();
        }
    }

    private static Response hangUp() {
        return Response.response().fault(CONNECTION_RESET_BY_PEER).build();
    }

    private static Response json(int status, JsonNode body) {
        return Response.response()
                .status(status)
                .headers(new HttpHeaders(httpHeader("Content-Type", "application/json")))
                .body(body.toString())
                .build();
    }
}
