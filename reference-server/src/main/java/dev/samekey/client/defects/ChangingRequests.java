package dev.samekey.client.defects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.client.ClientParts;
import dev.samekey.client.PayloadJson;
import dev.samekey.client.Request;
import dev.samekey.client.defects.NumberedAttempts.Rewriting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Keys and requests that are not what they should be (CLI-1 to CLI-3). */
final class ChangingRequests {
    private static final long SEED = 4711;

    private ChangingRequests() {}

    static List<ClientDefect> all() {
        return List.of(
                new ClientDefect(
                        "key-per-attempt",
                        "CLI-1",
                        "Each attempt has a key of its own.",
                        parts -> rewritten(
                                parts,
                                (request, attempt) ->
                                        request.with(header(parts), parts.keys().next()))),
                new ClientDefect(
                        "key-changes-after-timeout",
                        "CLI-1",
                        "After an attempt without a response in time the next one has a new key.",
                        parts -> parts.withSender(new KeyChangesAfterTimeout(parts))),
                new ClientDefect(
                        "constant-key",
                        "CLI-2",
                        "All operations have one key.",
                        parts -> parts.withKeys(() -> "6b1f0a52-7d1c-4c1e-9a55-0d3b7f6a2e10")),
                new ClientDefect(
                        "seeded-keys",
                        "CLI-2",
                        "The random generator of the keys has a fixed seed, so that each process makes the same keys.",
                        parts -> {
                            Random seeded = new Random(SEED);
                            return parts.withKeys(() -> new UUID(seeded.nextLong(), seeded.nextLong()).toString());
                        }),
                new ClientDefect("short-keys", "CLI-2", "A key has 32 random bits.", parts -> {
                    Random random = new Random();
                    return parts.withKeys(() -> String.format("%08x", random.nextInt()));
                }),
                new ClientDefect("time-and-few-bits", "CLI-2", "A key is the time and 32 random bits.", parts -> {
                    Random random = new Random();
                    return parts.withKeys(
                            () -> System.currentTimeMillis() + "-" + String.format("%08x", random.nextInt()));
                }),
                new ClientDefect(
                        "timestamp-in-payload",
                        "CLI-3",
                        "The payload has the time of the attempt.",
                        parts -> changed(
                                parts,
                                members -> members.put("sent_at", Instant.now().toString()))),
                new ClientDefect(
                        "reordered-payload",
                        "CLI-3",
                        "A retry writes the members of the payload in another order.",
                        parts -> rewritten(
                                parts,
                                (request, attempt) ->
                                        attempt == 1 ? request : with(request, parts, ChangingRequests::turned))),
                new ClientDefect(
                        "other-principal-on-retry",
                        "CLI-3",
                        "A retry refreshes the credentials, and gets those of another caller.",
                        parts -> rewritten(
                                parts,
                                (request, attempt) ->
                                        attempt == 1 ? request : request.with("Authorization", "Bearer bob-token"))),
                new ClientDefect(
                        "key-changes-on-third-attempt",
                        "CLI-1",
                        "The first retry has the key of the first attempt, and the next ones have another.",
                        parts -> rewritten(
                                parts,
                                (request, attempt) -> attempt < 3
                                        ? request
                                        : request.with(
                                                header(parts), parts.keys().next()))),
                new ClientDefect(
                        "reorders-on-third-attempt",
                        "CLI-3",
                        "From the third attempt on the members of the payload have another order.",
                        parts -> rewritten(
                                parts,
                                (request, attempt) ->
                                        attempt < 3 ? request : with(request, parts, ChangingRequests::turned))),
                new ClientDefect(
                        "other-principal-on-third-attempt",
                        "CLI-3",
                        "From the third attempt on the credentials are those of another caller.",
                        parts -> rewritten(
                                parts,
                                (request, attempt) ->
                                        attempt < 3 ? request : request.with("Authorization", "Bearer bob-token"))));
    }

    private static String header(ClientParts parts) {
        return parts.base().contract().key().header();
    }

    private static ClientParts rewritten(ClientParts parts, Rewriting rewriting) {
        return parts.withSender(new NumberedAttempts(parts.sender(), rewriting));
    }

    private static ClientParts changed(ClientParts parts, UnaryOperator<ObjectNode> change) {
        return rewritten(parts, (request, attempt) -> with(request, parts, change));
    }

    private static Request with(Request request, ClientParts parts, UnaryOperator<ObjectNode> change) {
        PayloadJson json = parts.base().json();
        return request.withBody(json.write(change.apply(json.object(request.body()))));
    }

    private static ObjectNode turned(ObjectNode members) {
        List<String> names = new ArrayList<>(
                members.properties().stream().map(Map.Entry::getKey).toList());
        Collections.reverse(names);
        ObjectNode turned = members.objectNode();
        names.forEach(name -> turned.set(name, members.get(name)));
        return turned;
    }
}
