package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.evidence.Failures;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.net.Hosts;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A target file for one webhook consumer. The secret stands in it as a variable of the environment. */
public final class WebhookDraft {
    static final String OPERATION = "delivery";
    private static final long MOST_BYTES = 1024 * 1024;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Address address;
    private final Producer producer;
    private final @Nullable String secret;
    private final boolean production;
    private final LineSecrets secrets;
    private final ObjectNode event;

    /** Who sends the events, and so how an event looks and is signed. */
    public enum Producer {
        /** An object of your own, not signed. */
        PLAIN(null, null, "{id: '${unique}', type: test, data: {reference: '${unique}'}}"),
        STRIPE(
                "stripe",
                null,
                "{id: '${unique}', object: event, type: payment_intent.succeeded, created: 0, data: {object: {id: pi_test,"
                        + " object: payment_intent, amount: 1000, currency: eur, metadata: {reference: '${unique}'}}}}"),
        GITHUB(
                "github",
                "X-GitHub-Delivery",
                "{zen: test, repository: {full_name: samekey/test}, reference: '${unique}'}"),
        STANDARD_WEBHOOKS("standard_webhooks", "webhook-id", "{type: test, data: {reference: '${unique}'}}");

        private final @Nullable String scheme;
        private final @Nullable String idHeader;
        private final String sample;

        Producer(@Nullable String scheme, @Nullable String idHeader, String sample) {
            this.scheme = scheme;
            this.idHeader = idHeader;
            this.sample = sample;
        }

        ObjectNode sample() {
            ObjectNode event = (ObjectNode) YamlFile.of("sample", sample).tree();
            if (event.has("created")) {
                event.put("created", Instant.now().getEpochSecond());
            }
            return event;
        }
    }

    /**
     * Drafts the file.
     *
     * @param secret with which events are signed; null for events without a signature
     * @param event the file of an event in JSON; null for one that the producer might send
     * @param production whether the host may look like production
     * @throws CannotRun when it cannot be tried; the message says what to write
     */
    public WebhookDraft(
            String url,
            Producer producer,
            @Nullable String secret,
            @Nullable Path event,
            boolean production,
            Map<String, String> environment) {
        this.address = Address.of(url, "the URL of the webhook");
        this.producer = producer;
        this.secret = secret;
        this.production = production;
        this.secrets = new LineSecrets(environment);
        if (!production && Hosts.looksLikeProduction(address.base().getHost())) {
            throw new CannotRun(
                    "the host «" + address.base().getHost() + "» looks like production, and the events would"
                            + " count there. Name a host of a test system, or add --production if it is meant. Nothing was sent");
        }
        if (secret != null && producer.scheme == null) {
            throw new CannotRun("--secret signs events, and --as does not say how: add --as stripe, github or"
                    + " standard_webhooks");
        }
        if (secret != null && producer == Producer.STANDARD_WEBHOOKS) {
            mustBeBase64(secret);
        }
        this.event = event == null ? producer.sample() : marked(read(event));
        file();
    }

    private static void mustBeBase64(String secret) {
        try {
            Base64.getDecoder().decode(secret.startsWith("whsec_") ? secret.substring("whsec_".length()) : secret);
        } catch (IllegalArgumentException wrong) {
            throw new CannotRun("the secret of Standard Webhooks should be Base64, after «whsec_» or without it");
        }
    }

    private static ObjectNode read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new CannotRun("the event in " + file + " is longer than 1 MB");
            }
            if (JSON.readTree(Files.readString(file)) instanceof ObjectNode object) {
                return object;
            }
            throw new CannotRun("the event in " + file + " is no JSON object");
        } catch (JsonProcessingException wrong) {
            throw new CannotRun("the event in " + file + " is no JSON: at line "
                    + wrong.getLocation().getLineNr());
        } catch (IOException failure) {
            throw new CannotRun("the event in " + file + " cannot be read: " + Failures.words(failure));
        }
    }

    /** Each event needs an id of its own, in its body or in a header. */
    private ObjectNode marked(ObjectNode event) {
        if (event.toString().contains(SampleBodies.UNIQUE) || producer.idHeader != null) {
            return event;
        }
        if (!event.path("id").isTextual()) {
            throw new CannotRun("the event has no «id» of its own: write ${unique} where its id stands");
        }
        return event.set("id", TextNode.valueOf(SampleBodies.UNIQUE));
    }

    /** The scheme, host and port that everything is sent to. */
    public String base() {
        return address.base().toString();
    }

    /** One delivery without its secret, for a person who is asked whether it may be sent. */
    public List<String> described() {
        List<String> lines = new ArrayList<>(List.of("POST " + address.path()));
        if (producer.idHeader != null) {
            lines.add(producer.idHeader + ": (a new id for each event)");
        }
        lines.add(event.toString());
        lines.add(
                secret == null
                        ? "without a signature"
                        : "signed as " + producer.name().toLowerCase(Locale.ROOT) + " does");
        return lines;
    }

    public boolean isSigned() {
        return secret != null;
    }

    /** Whether an event says when it was made, in a member that the sample of its producer has. */
    boolean isTimed() {
        return event.path("created").isIntegralNumber();
    }

    /** The time in it. */
    long created() {
        return event.path("created").asLong();
    }

    /** The variables of the environment that the file names and that are not set yet. */
    public List<String> missingVariables() {
        return secrets.added().keySet().stream().sorted().toList();
    }

    /** The file with the secret filled in. */
    TargetFile file() {
        return TargetFile.of(
                YamlFile.of("the webhook as a target file", text()), Path.of("").toAbsolutePath(), secrets.whole());
    }

    /** The text of the file. */
    public String text() {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        String name = address.base().getRawAuthority();
        Page page = new Page();
        page.comment(0, "yaml-language-server: $schema=" + Draft.SCHEMA)
                .comment(0, "Drafted by «samekey try --webhook».")
                .member(0, "name", name, "")
                .member(0, "urls", nodes.arrayNode().add(base()), "")
                .member(0, "writes", "allowed", "");
        if (production) {
            page.member(0, "production", "allowed", "");
        }
        page.open(0, "contract", "what the consumer promises; docs/dialects.md says what stands here")
                .member(2, "name", name, "")
                .member(
                        2,
                        "key",
                        nodes.objectNode().put("in", "header").put("name", "Idempotency-Key"),
                        "not used here")
                .open(0, "operations", "")
                .open(2, OPERATION, "")
                .member(4, "role", "event", "")
                .member(4, "request", request(), "")
                .member(4, "delivery", delivery(), "")
                .comment(
                        4,
                        "effects: {list: {path: \"/things?reference=${unique}\", count: /items}}"
                                + "   # with this Samekey sees what was done twice (EVT-1, EVT-3)");
        return page.toString();
    }

    private ObjectNode request() {
        ObjectNode request =
                JsonNodeFactory.instance.objectNode().put("method", "POST").put("path", address.path());
        ObjectNode headers = request.objectNode();
        if (producer.idHeader != null) {
            headers.put(producer.idHeader, SampleBodies.UNIQUE);
        }
        if (producer == Producer.GITHUB) {
            headers.put("X-GitHub-Event", "ping");
        }
        if (!headers.isEmpty()) {
            request.set("headers", headers);
        }
        return request.set("body", event);
    }

    private ObjectNode delivery() {
        ObjectNode delivery = JsonNodeFactory.instance.objectNode();
        String header = producer.idHeader;
        delivery.putObject("id").put(header == null ? "member" : "header", header == null ? "/id" : header);
        if (secret != null) {
            delivery.putObject("signature")
                    .put("scheme", producer.scheme)
                    .put("secret", secrets.variable("WEBHOOK_SECRET", secret));
        }
        if (isTimed()) {
            JsonNode earlier = JsonNodeFactory.instance.numberNode(created() - WebhookTrial.EARLIER.toSeconds());
            delivery.putObject("earlier").set("/created", earlier);
        }
        return delivery;
    }
}
