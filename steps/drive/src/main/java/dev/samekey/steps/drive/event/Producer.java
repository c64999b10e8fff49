package dev.samekey.steps.drive.event;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Delivery.Place;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Whoever delivers events. It signs by the target's clock: that is the one by which a signature is old. */
public final class Producer {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final InstantSource clock;

    public Producer(InstantSource clock) {
        this.clock = clock;
    }

    /** The event as it is delivered now: with an id of this delivery and a signature, where the producer has such. */
    public Request signed(@Nullable Delivery delivery, Request request) {
        if (delivery == null) {
            return request;
        }
        // What only reads is no delivery.
        Request numbered =
                delivery.attempt() == null || request.body() == null ? request : numbered(delivery.attempt(), request);
        return delivery.signature() == null ? numbered : sign(delivery.signature(), numbered, clock.instant());
    }

    /** The same over the bytes of the body as they are: an id of the delivery that stands in it would have it written anew. */
    public Request signedAsWritten(Delivery delivery, Request request) {
        Place attempt = delivery.attempt();
        Request numbered = attempt == null || attempt.header() == null ? request : numbered(attempt, request);
        return sign(required(delivery), numbered, clock.instant());
    }

    private static Request numbered(Place attempt, Request request) {
        return put(request, attempt, TextNode.valueOf("d-" + UUID.randomUUID()));
    }

    /** The same delivery without a signature. */
    public Request unsigned(Delivery delivery, Request request) {
        Delivery.Signature signature = required(delivery);
        return Scheme.of(signature).unsigned(signature, request);
    }

    /** The same delivery with the signature of another body. */
    public Request forged(Delivery delivery, Request request) {
        Request other = request.withBody(request.body() + " ");
        return sign(required(delivery), other, clock.instant()).withBody(request.body());
    }

    /** The same delivery with a signature that has grown too old; null where the scheme knows no time. */
    public @Nullable Request stale(Delivery delivery, Request request) {
        Delivery.Signature signature = required(delivery);
        return aged(signature, request, signature.stale());
    }

    /** The same delivery with a signature that is about to grow too old; null where the scheme knows no time. */
    public @Nullable Request nearlyStale(Delivery delivery, Request request) {
        Delivery.Signature signature = required(delivery);
        return aged(signature, request, signature.nearlyStale());
    }

    private @Nullable Request aged(Delivery.Signature signature, Request request, Duration age) {
        return signature.scheme().isTimed()
                ? sign(signature, request, clock.instant().minus(age))
                : null;
    }

    /** The same event from another source. */
    public Request fromAnotherSource(Delivery delivery, Request request) {
        Delivery.Source source = delivery.source();
        if (source == null || (source.path() == null && source.other() == null)) {
            throw Judgement.notChecked("delivery.source: the target file names no other source");
        }
        if (source.path() != null) {
            return request.isPublished() ? request.published(source.path()) : request.to(source.path());
        }
        Place own = new Place(source.member(), source.header());
        Place place = source.member() == null && source.header() == null
                ? delivery.form().source()
                : own;
        if (place == null) {
            throw Judgement.notChecked("delivery.source: the target file does not say where the source stands");
        }
        return put(request, place, TextNode.valueOf(source.other()));
    }

    /** The same event without its id. */
    public Request withoutId(Delivery delivery, Request request) {
        return put(request, id(delivery), null);
    }

    /** The event's id. */
    public String id(Delivery delivery, Request request) {
        Place place = id(delivery);
        return place.header() != null
                ? request.header(place.header()).orElse("")
                : body(request).at(String.valueOf(place.member())).asText();
    }

    /** The event that comes before this one, of the same subject: it has an id of its own. */
    public Request earlier(Delivery delivery, Request request) {
        if (delivery.earlier().isEmpty()) {
            throw Judgement.notChecked("delivery.earlier: the target file names no event that comes before this one");
        }
        Request before = put(request, id(delivery), TextNode.valueOf(id(delivery, request) + "-before"));
        for (Map.Entry<String, JsonNode> member : delivery.earlier().entrySet()) {
            before = put(before, new Place(member.getKey(), null), member.getValue());
        }
        return before;
    }

    private static Place id(Delivery delivery) {
        if (delivery.id() == null) {
            throw Judgement.notChecked("delivery.id: the target file does not say where the id stands");
        }
        return delivery.id();
    }

    private static Delivery.Signature required(Delivery delivery) {
        if (delivery.signature() == null) {
            throw Judgement.notChecked("delivery.signature: the target file does not say how the producer signs");
        }
        return delivery.signature();
    }

    private static Request sign(Delivery.Signature signature, Request request, Instant at) {
        return Scheme.of(signature).sign(signature, request, at);
    }

    /** With another value there; without one where it is null. */
    private static Request put(Request request, Place place, @Nullable JsonNode value) {
        if (place.header() != null) {
            return request.with(place.header(), value == null ? null : value.asText());
        }
        JsonPointer pointer = JsonPointer.compile(place.member());
        JsonNode body = body(request);
        if (!(body.at(pointer.head()) instanceof ObjectNode parent)) {
            throw Judgement.notChecked("delivery: there is nothing at " + place.member() + " in the event");
        }
        String name = pointer.last().getMatchingProperty();
        if (value == null) {
            parent.remove(name);
        } else {
            parent.set(name, value);
        }
        return request.withBody(body.toString());
    }

    private static JsonNode body(Request request) {
        try {
            return JSON.readTree(String.valueOf(request.body()));
        } catch (JsonProcessingException noJson) {
            throw Judgement.notChecked("delivery: the event is no JSON");
        }
    }
}
