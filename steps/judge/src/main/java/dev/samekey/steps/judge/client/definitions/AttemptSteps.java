package dev.samekey.steps.judge.client.definitions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.service.Behaviour.Refuse;
import dev.samekey.steps.drive.service.Received;
import dev.samekey.steps.judge.client.Performed;
import dev.samekey.steps.judge.client.Scene;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What must be true of the attempts that arrived. */
public final class AttemptSteps {
    /** The headers that say who sends, and what the payload is; others may differ between attempts. */
    private static final Set<String> OF_THE_REQUEST =
            Set.of("authorization", "proxy-authorization", "cookie", "x-api-key", "content-type");

    /** A signature has the time in it; who signs stands beside it (AWS Signature Version 4, RFC 9421). */
    private static final Pattern SIGNATURE = Pattern.compile("(?i)(signature=)\\S+");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Scene scene;
    private final Checks checks;

    public AttemptSteps(Scene scene, Checks checks) {
        this.scene = scene;
        this.checks = checks;
    }

    @Then("every attempt has the key of the first attempt")
    public void sameKey() {
        retried().forEach(one -> {
            String first = one.attempts().get(0).key();
            checks.that("the key of attempt 1", first != null, "a key", "none");
            one.retries()
                    .forEach(retry -> checks.equal(
                            "the key of attempt " + retry.number(),
                            String.valueOf(first),
                            String.valueOf(retry.key())));
        });
    }

    /** Written anew it may have another form: an operation that was kept is read from where it was kept. */
    @Then("every attempt has the payload of the first attempt")
    public void samePayload() {
        retried().forEach(one -> {
            Received first = one.attempts().get(0);
            one.retries().forEach(retry -> {
                boolean isSame = values(retry).equals(values(first));
                checks.that("the payload of attempt " + retry.number(), isSame, first.body(), retry.body());
            });
        });
    }

    private static Object values(Received attempt) {
        try {
            return JSON.readTree(attempt.body());
        } catch (JsonProcessingException other) {
            return attempt.body();
        }
    }

    @Then("every operation has a key of its own")
    public void ownKeys() {
        List<Performed> arrived = arrived();
        Map<String, Set<String>> users = new TreeMap<>();
        Set<String> keys = new TreeSet<>();
        for (Performed one : arrived) {
            for (Received attempt : one.attempts()) {
                checks.that("the key of " + one, attempt.key() != null, "a key", "none");
                keys.add(String.valueOf(attempt.key()));
                users.computeIfAbsent(String.valueOf(attempt.key()), unused -> new TreeSet<>())
                        .add(one.task().unique());
            }
        }
        // Operations with the same payload cannot be told apart: there must be as many keys as there are of them.
        String repeated = users.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(entry -> "; " + entry.getValue().size() + " operations have " + entry.getKey())
                .findFirst()
                .orElse("");
        checks.that(
                "the keys of " + arrived.size() + " operations",
                repeated.isEmpty() && keys.size() >= arrived.size(),
                "at least " + arrived.size() + " different keys, each of one operation",
                keys.size() + " different keys" + repeated);
    }

    private List<Performed> arrived() {
        List<Performed> arrived = scene.performed().stream()
                .filter(one -> !one.attempts().isEmpty())
                .toList();
        if (arrived.isEmpty()) {
            throw Judgement.inconclusive("no request of any operation arrived");
        }
        return arrived;
    }

    @Then("every attempt is the same request")
    public void sameRequest() {
        retried().forEach(one -> {
            Received first = one.attempts().get(0);
            for (Received retry : one.retries()) {
                String which = " of attempt " + retry.number();
                checks.equal("method" + which, first.method(), retry.method());
                checks.equal("target" + which, first.target(), retry.target());
                checks.equal("payload" + which, first.body(), retry.body());
                checks.equal("credentials and content type" + which, headers(first), headers(retry));
            }
        });
    }

    private static Map<String, String> headers(Received attempt) {
        Map<String, String> headers = new TreeMap<>();
        for (Header header : attempt.headers()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (OF_THE_REQUEST.contains(name)) {
                headers.merge(
                        name, SIGNATURE.matcher(header.value()).replaceAll("$1…"), (one, other) -> one + ", " + other);
            }
        }
        return headers;
    }

    @Then("the client has made {number} attempt(s)")
    public void attempts(Integer number) {
        Performed one = scene.only();
        checks.timed(scene.room())
                .equal(
                        "attempts of the operation",
                        number,
                        one.attempts().size(),
                        new Fact("reported", String.valueOf(one.outcome())));
    }

    @Then("every operation has one effect")
    public void oneEffect() {
        scene.performed().forEach(one -> checks.timed(scene.room()).equal("effects of " + one, 1, scene.effects(one)));
    }

    /** A client that was too late to get the response goes by its own timeout, and not by the end of the response. */
    @Then("every retry waits")
    public void waits() {
        Envelope first = scene.bench().retry().envelope(1, null).orElse(null);
        retried()
                .forEach(one -> one.delays()
                        .forEach(delay -> delay.ifPresent(time -> checks.timed(scene.room())
                                .that(
                                        "the delay before a retry",
                                        time.toMillis()
                                                >= (first == null
                                                        ? 1
                                                        : first.least().toMillis()),
                                        first == null
                                                ? "some time"
                                                : "at least " + first.least().toMillis() + " ms",
                                        time.toMillis() + " ms"))));
    }

    @Then("no retry is earlier than the service asked")
    public void notEarlier() {
        scene.arrived().forEach(this::notEarlier);
    }

    private void notEarlier(Performed one) {
        for (int i = 0; i < one.attempts().size(); i++) {
            Received attempt = one.attempts().get(i);
            if (!(attempt.behaviour() instanceof Refuse refuse) || refuse.retryAfter() == null) {
                continue;
            }
            long asked = RetryAfterHeader.nanos(refuse.retryAfter(), attempt);
            String next = i + 1 < one.attempts().size()
                    ? millis(one.attempts().get(i + 1).arrivedNanos() - attempt.endedNanos())
                    : "";
            boolean early = i + 1 < one.attempts().size()
                    && one.attempts().get(i + 1).arrivedNanos() - attempt.endedNanos() < asked;
            checks.timed(scene.room())
                    .that(
                            "the retry after «Retry-After: " + refuse.retryAfter() + "»",
                            !early,
                            "not before " + millis(asked),
                            next.isEmpty() ? "no retry" : "after " + next);
        }
    }

    private static String millis(long nanos) {
        return nanos / 1_000_000 + " ms";
    }

    /** What was done more than once; a client that has not retried has shown nothing here. */
    private List<Performed> retried() {
        List<Performed> retried = scene.performed().stream()
                .filter(one -> !one.retries().isEmpty())
                .toList();
        if (retried.isEmpty()) {
            throw scene.performed().stream().allMatch(one -> one.attempts().isEmpty())
                    ? Judgement.inconclusive("no request of the operation arrived")
                    : Judgement.notApplicable("the client did not retry, which CLI-4 and CLI-6 are about");
        }
        return retried;
    }
}
