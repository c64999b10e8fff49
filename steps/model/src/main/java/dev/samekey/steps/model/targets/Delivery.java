package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.targets.Operation.Listing;
import dev.samekey.steps.model.targets.Operation.Template;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an event is delivered, and what can be seen of those who handle it.
 *
 * @param form where id and source stand unless the file says otherwise
 * @param id where the event's id stands
 * @param attempt where each delivery of the event has an id of its own; null where it has none
 * @param source where its source stands, and another one
 * @param signature how the producer signs
 * @param earlier JSON pointers to members, each with the value that makes it the event before this one, of the same subject
 * @param state where the state of the subject is read
 * @param retries how long after each failed attempt of a handler the next one comes; the contract's own delays where they
 *     are not given
 * @param broker where it is published; it is posted where none is given
 * @param handlers who handles it, each with its own effects; the words of the sandbox are for the first
 * @param conflict how a known id with another payload is refused, and where that shows
 */
public record Delivery(
        Form form,
        @Nullable Place id,
        @Nullable Place attempt,
        @Nullable Source source,
        @Nullable Signature signature,
        Map<String, JsonNode> earlier,
        @Nullable State state,
        @Nullable List<Duration> retries,
        @Nullable Broker broker,
        Map<String, Handler> handlers,
        @Nullable DeadLetters deadLetters,
        @Nullable Conflict conflict,
        @Nullable Log log) {

    /** What the file leaves out is null until here. */
    public Delivery {
        form = form == null ? Form.PLAIN : form;
        id = id == null ? form.id() : id;
        earlier = earlier == null ? Map.of() : earlier;
        handlers = handlers == null ? Map.of() : handlers;
    }

    /** Whose events are written how. */
    public enum Form {
        /** A JSON object of the API's own. */
        PLAIN,
        /** CloudEvents over HTTP, all in the body. */
        CLOUDEVENTS_STRUCTURED,
        /** CloudEvents over HTTP, with its attributes in headers. */
        CLOUDEVENTS_BINARY;

        private Place id() {
            return this == CLOUDEVENTS_BINARY ? new Place(null, "ce-id") : new Place("/id", null);
        }

        /** Where its source stands; null where the form does not say. */
        public @Nullable Place source() {
            return switch (this) {
                case PLAIN -> null;
                case CLOUDEVENTS_STRUCTURED -> new Place("/source", null);
                case CLOUDEVENTS_BINARY -> new Place(null, "ce-source");
            };
        }
    }

    /**
     * Where something stands in an event.
     *
     * @param member a JSON pointer into the body
     */
    public record Place(@Nullable String member, @Nullable String header) {
        boolean isOne() {
            return (member == null) != (header == null);
        }
    }

    /**
     * The source of the event.
     *
     * @param path the path to which another source delivers, where each has its own
     * @param other the name of another source, where it stands in the event
     */
    public record Source(
            @Nullable String member,
            @Nullable String header,
            @Nullable String path,
            @Nullable String other) {}

    /**
     * A broker that brings the event: NATS JetStream.
     *
     * @param url such as {@code nats://127.0.0.1:4222}
     * @param stream the stream that has the subject
     * @param consumer the target's durable consumer of that stream
     */
    public record Broker(
            @JsonProperty(required = true) URI url,
            @JsonProperty(required = true) String stream,
            @JsonProperty(required = true) String subject,
            @JsonProperty(required = true) String consumer) {
        /** Whether a client understands such a URL. */
        static boolean isUsable(URI url) {
            return "nats".equals(url.getScheme()) && url.getHost() != null;
        }
    }

    /**
     * How the producer signs.
     *
     * @param header the header of the signature; that of the scheme where it is not given
     * @param tolerance for how long a signature counts
     */
    public record Signature(
            @JsonProperty(required = true) Scheme scheme,
            @JsonProperty(required = true) String secret,
            @Nullable String header,
            Duration tolerance) {
        private static final Duration USUAL = Duration.ofMinutes(5);

        /** The clocks of producer and target may differ by less. */
        private static final Duration A_LITTLE = Duration.ofMinutes(1);

        /** What the file leaves out is null until here. */
        public Signature {
            tolerance = tolerance == null ? USUAL : tolerance;
        }

        /** Whether the secret is one of its scheme. */
        boolean isReadable() {
            try {
                return scheme != Scheme.STANDARD_WEBHOOKS
                        || Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")).length > 0;
            } catch (IllegalArgumentException noBase64) {
                return false;
            }
        }

        /** An age at which a signature still counts, as near to the end as can be tried. */
        public Duration nearlyStale() {
            Duration half = tolerance.dividedBy(2);
            return half.compareTo(A_LITTLE) < 0 ? half : tolerance.minus(A_LITTLE);
        }

        /** An age at which it counts no more. */
        public Duration stale() {
            return tolerance.plus(A_LITTLE);
        }
    }

    /** Whose signatures. */
    public enum Scheme {
        STANDARD_WEBHOOKS,
        STRIPE,
        GITHUB;

        /** Whether a signature has a time, and so can be stale. */
        public boolean isTimed() {
            return this != GITHUB;
        }
    }

    /**
     * Where the state of an event's subject is read.
     *
     * @param at a JSON pointer into the answer
     */
    public record State(
            @JsonProperty(required = true) String path,
            @JsonProperty(required = true) String at) {}

    /**
     * One of those who handle the event.
     *
     * @param effects a query that counts what it did; it may name {@code :unique}
     * @param attempts a query for the number of its attempts, failed ones included
     */
    public record Handler(
            @JsonProperty(required = true) String effects,
            @Nullable String attempts) {}

    /**
     * Where events end that could not be handled.
     *
     * @param list the listing of those of an event
     * @param id a JSON pointer into the listing: the id of the first
     * @param payload a JSON pointer into the listing: what was kept of the first
     * @param redrive the request that has one tried again, with {@code ${letter.id}}
     */
    public record DeadLetters(
            @JsonProperty(required = true) Listing list,
            @Nullable String id,
            @Nullable String payload,
            @Nullable Template redrive) {}

    /**
     * What becomes of a known id with another payload (EVT-10).
     *
     * @param refusal how it is refused; an acknowledgement or 422 where it is not given
     * @param list a listing that shows it, besides the inbox of the database
     * @param log a line that shows it
     */
    public record Conflict(
            @Nullable Refusal refusal,
            @Nullable Listing list,
            @Nullable LogLine log) {}

    /**
     * A line of the log.
     *
     * @param eventId the member that holds the event's id
     * @param where by JSON pointer, the values that such a line has
     */
    public record LogLine(
            @JsonProperty(required = true) String eventId,
            @JsonProperty(required = true) Map<String, JsonNode> where) {
        /** Whether it is such a line. */
        public boolean fits(JsonNode line) {
            return where.entrySet().stream()
                    .allMatch(member -> line.at(member.getKey()).equals(member.getValue()));
        }
    }

    /**
     * What the log says about each delivery.
     *
     * @param eventId the member that holds the event's id
     * @param members what else each line has
     * @param correlation the member that holds what the request had in its header of that name
     */
    public record Log(
            @JsonProperty(required = true) String eventId,
            @JsonProperty(required = true) List<String> members,
            @Nullable Correlation correlation) {}

    /** What ties a line to its request. */
    public record Correlation(
            @JsonProperty(required = true) String header,
            @JsonProperty(required = true) String member) {}
}
