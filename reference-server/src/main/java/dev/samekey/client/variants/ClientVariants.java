package dev.samekey.client.variants;

import dev.samekey.client.ClientParts;
import dev.samekey.client.JitteredBackoff;
import dev.samekey.client.Limits;
import dev.samekey.client.Request;
import dev.samekey.client.Sender;
import dev.samekey.client.ShareBudget;
import dev.samekey.client.Ulids;
import dev.samekey.server.contract.RetryRules;
import dev.samekey.server.contract.RetryRules.ExponentialDelays;
import dev.samekey.server.contract.RetryRules.Jitter;
import dev.samekey.server.contract.RetryRules.ShareRules;
import java.net.http.HttpClient.Version;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** All variants of the client. */
public final class ClientVariants {
    private static final long COARSE_MS = 15;
    private static final long LATE_MS = 300;

    private ClientVariants() {}

    /** A new instance of each. */
    public static List<ClientVariant> all() {
        return List.of(
                new ClientVariant(
                                "http-2",
                                "The client offers HTTP/2, over plain HTTP by an upgrade.",
                                ClientVariants::second)
                        .stating("{\"client\": {\"protocol\": \"h2c\"}}"),
                new ClientVariant("tls", "The client speaks HTTP/1.1 over TLS.", UnaryOperator.identity())
                        .stating("{\"client\": {\"protocol\": \"https\"}}"),
                new ClientVariant(
                                "http-2-over-tls",
                                "The client speaks HTTP/2 over TLS, by ALPN.",
                                ClientVariants::second)
                        .stating("{\"client\": {\"protocol\": \"h2\"}}"),
                new ClientVariant(
                        "connection-per-attempt",
                        "Each attempt has a connection of its own, which ends with it.",
                        parts -> parts.withSender(new UrlConnectionSender(
                                parts.base().tls().getSocketFactory(), Executors.newCachedThreadPool(), true))),
                new ClientVariant(
                        "follows-redirects",
                        "The client follows a redirect that keeps the method, with the same request.",
                        parts -> parts.withSender(
                                new FollowingSender(parts.sender(), Set.of(307, 308), UnaryOperator.identity()))),
                new ClientVariant(
                        "header-per-attempt",
                        "Each attempt has another trace id in its headers.",
                        parts -> parts.withSender(traced(parts.sender()))),
                new ClientVariant(
                                "earlier-cap",
                                "The client gives up after three attempts, or after 5 s.",
                                ClientVariants::earlier)
                        .stating("{\"contract\": {\"extends\": \"retry-safe\", \"retry\": {\"exponential\":"
                                + " {\"initial\": \"400ms\", \"factor\": 2, \"max\": \"800ms\"}}}}"),
                new ClientVariant(
                                "three-attempts",
                                "The client sends three times at most, where the contract allows six.",
                                parts -> parts.withLimits(new Limits(
                                        3,
                                        parts.limits().total(),
                                        parts.limits().response())))
                        .stating("{\"contract\": {\"extends\": \"retry-safe\", \"retry\": {\"attempts\": 6}}}"),
                new ClientVariant(
                                "half-the-budget",
                                "Retries are at most 5 % of the requests, where the contract allows 10 %.",
                                parts -> parts.withBudget(new ShareBudget(
                                        new ShareRules(0.05, Duration.ofMinutes(1), 10), System::nanoTime)))
                        // The playbook has no budget, where this contract has another one.
                        .stating(
                                "{\"contract\": {\"extends\": \"playbook\", \"retry\": {\"dead_letter\": true, \"budget\":"
                                        + " {\"share\": 0.1, \"window\": \"60s\", \"least\": 10}}}}"),
                new ClientVariant(
                        "hex-keys",
                        "A key has 32 random hexadecimal digits.",
                        parts -> parts.withKeys(ClientVariants::hex)),
                new ClientVariant(
                        "ordered-keys",
                        "A key begins with the time, and 80 random bits follow, as in a ULID.",
                        parts -> parts.withKeys(() -> System.currentTimeMillis() + "-" + hex().substring(0, 20))),
                new ClientVariant("ulid-keys", "A key is a ULID.", parts -> parts.withKeys(new Ulids())),
                new ClientVariant(
                        "coarse-timers",
                        "A delay ends at the next tick of a timer that ticks every 15 ms.",
                        parts -> parts.withBackoff((retry, previous) -> {
                            long millis = parts.backoff().delay(retry, previous).toMillis();
                            return Duration.ofMillis((millis + COARSE_MS - 1) / COARSE_MS * COARSE_MS);
                        })),
                new ClientVariant(
                        "late-reports",
                        "An outcome is reported 300 ms after it is known.",
                        ClientVariants::reportingLate),
                new ClientVariant(
                        "bare-reports",
                        "The client reports neither its attempts nor its key.",
                        parts -> parts.withReports(
                                line -> parts.reports().write(line.without(List.of("attempts", "key"))))),
                new ClientVariant(
                                "decorrelated-jitter",
                                "A delay is chosen from the initial one to three times the previous one.",
                                parts -> parts.withBackoff(new JitteredBackoff(
                                        parts.base().contract().retry().delays(),
                                        new Jitter(0, 1, true),
                                        new SecureRandom()::nextDouble)))
                        .stating(
                                "{\"contract\": {\"extends\": \"retry-safe\", \"retry\": {\"jitter\": \"decorrelated\"}}}"),
                new ClientVariant("one-at-a-time", "An operation begins when the one before has ended.", OneAtATime::in)
                        .stating("{\"client\": {\"at_once\": 1}}"));
    }

    private static ClientParts second(ClientParts parts) {
        return parts.withSender(ClientParts.sender(parts.base(), Version.HTTP_2));
    }

    private static Sender traced(Sender sender) {
        return (request, limit) -> {
            String trace = UUID.randomUUID().toString().replace("-", "");
            Request told = request.with("traceparent", "00-" + trace + "-" + trace.substring(16) + "-01");
            return sender.send(told, limit);
        };
    }

    /** Nobody waits for a report: who waited would send the next attempt of another operation late. */
    private static ClientParts reportingLate(ClientParts parts) {
        Executor later = CompletableFuture.delayedExecutor(LATE_MS, TimeUnit.MILLISECONDS);
        return parts.withReports(line -> later.execute(() -> parts.reports().write(line)));
    }

    /** Its two delays are as long as the last two of others: a shorter one varies too little to show on a busy machine. */
    private static ClientParts earlier(ClientParts parts) {
        RetryRules rules = parts.base().contract().retry();
        Duration last = Duration.ofMillis(800);
        return parts.withLimits(
                        new Limits(3, Duration.ofSeconds(5), parts.limits().response()))
                .withBackoff(new JitteredBackoff(
                        new ExponentialDelays(last.dividedBy(2), 2, last),
                        rules.jitter(),
                        new SecureRandom()::nextDouble));
    }

    private static String hex() {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
