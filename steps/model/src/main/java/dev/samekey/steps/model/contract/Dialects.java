package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The dialects that are shipped with the features, and those that are made of them. */
public final class Dialects {
    /** Their names, as a target file writes them. */
    public static final List<String> SHIPPED = List.of(
            "playbook",
            "platform",
            "harbor-point",
            "charges",
            "retry-safe",
            "adyen",
            "aws-compute-optimizer-automation",
            "aws-ddb-transact",
            "aws-ec2",
            "azure",
            "braintree-graphql",
            "checkout",
            "gocardless",
            "google-aip155",
            "ietf-07",
            "k8s-name",
            "modern-treasury",
            "mollie",
            "oasis-rr-1.0",
            "openbanking-uk-v4",
            "paypal-api-standards-2018",
            "paypal-orders2",
            "paypal-payments1",
            "plaid-transfer-authorization",
            "plaid-wallet",
            "razorpay-payouts",
            "razorpay-transfers",
            "shopify-graphql",
            "square-payments",
            "stripe-v1",
            "stripe-v2",
            "svix",
            "twilio",
            "wise",
            "zalando-230");

    /** What is no promise about an operation. */
    private static final List<String> OF_THE_WHOLE = List.of("name", "extends", "sources", "retry");

    /** Each is read when it is first asked for, and once. */
    private static final Map<String, YamlFile> READ = new ConcurrentHashMap<>();

    private Dialects() {}

    /** @param name one of {@link #SHIPPED} */
    public static Contract shipped(String name) {
        return file(name).as(Contract.class);
    }

    /** The members of a shipped dialect as its file states them. */
    public static JsonNode members(String name) {
        return file(name).tree().deepCopy();
    }

    /** The dialect that a file states: its {@link #whole} as a contract. */
    public static Contract of(YamlFile file, String name) {
        return whole(file, name).as(Contract.class);
    }

    /**
     * The members of the dialect that a file states; with {@code extends} it states only what differs from a shipped one.
     *
     * @param name what reports call it if the file does not say that
     * @throws dev.samekey.steps.model.file.BadFile with file, line and member
     */
    public static YamlFile whole(YamlFile file, String name) {
        ObjectNode patch = file.tree().deepCopy();
        JsonNode base = patch.remove("extends");
        if (base == null) {
            if (!patch.has("name")) {
                patch.put("name", name);
            }
            return file.with(Policies.merged(file, patch.objectNode(), patch));
        }
        if (!SHIPPED.contains(base.asText())) {
            throw file.error(List.of("extends"), notKnown(base.asText()));
        }
        if (!patch.has("name")) {
            String members = String.join(", ", (Iterable<String>) patch::fieldNames);
            patch.put("name", base.asText() + (members.isEmpty() ? "" : " with another " + members));
        }
        ObjectNode whole = file(base.asText()).tree().deepCopy();
        return file.with(Policies.merged(file, whole, patch));
    }

    /**
     * A contract that differs from another one in some members.
     *
     * @param whole all members of the other one
     * @param own those that differ; null takes one away
     * @throws dev.samekey.steps.model.file.BadFile with file, line and member
     */
    public static Contract differing(JsonNode whole, YamlFile own) {
        for (String member : OF_THE_WHOLE) {
            if (own.tree().has(member)) {
                throw own.error(List.of(member), "cannot differ by operation");
            }
        }
        return own.with(MergePatch.apply(whole, own.tree())).as(Contract.class);
    }

    /** What to tell about a name that is none of {@link #SHIPPED}. */
    public static String notKnown(String name) {
        return "the dialect «" + name + "» is not known" + Nearest.hint(name, SHIPPED);
    }

    private static YamlFile file(String name) {
        return READ.computeIfAbsent(name, Dialects::read);
    }

    private static YamlFile read(String name) {
        String resource = "/samekey/contract/dialects/" + name + ".yaml";
        try (InputStream in = Objects.requireNonNull(Dialects.class.getResourceAsStream(resource), resource)) {
            return YamlFile.of(name + ".yaml", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
