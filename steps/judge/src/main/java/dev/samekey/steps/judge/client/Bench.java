package dev.samekey.steps.judge.client;

import dev.samekey.steps.drive.client.Clients;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.contract.Retry;
import dev.samekey.steps.model.targets.ClientUnderTest;
import dev.samekey.steps.model.targets.ClientUnderTest.ServiceAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the scenarios about a client are given for the whole run.
 *
 * @param clients opens the client under test
 * @param client what the target file says of it
 * @param contract by which it is judged
 * @param folder where clients keep what outlives them
 * @param start how much longer than a moment a client may take to start
 */
public record Bench(Clients clients, ClientUnderTest client, Contract contract, Path folder, Duration start) {
    /** For a client of which nobody knows yet. */
    private static final Duration LONGEST_START = Duration.ofSeconds(20);

    /** What a client may need beside the times that the contract gives. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    /** The longest that a scenario asks for again and again. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(4);

    private static final Duration WITHOUT_A_TOTAL = Duration.ofSeconds(30);

    /** Where it is not known how long the client takes to start. */
    public Bench(Clients clients, ClientUnderTest client, Contract contract, Path folder) {
        this(clients, client, contract, folder, LONGEST_START);
    }

    /** The same for a client that was seen to start in this time. Several that start at once take longer. */
    public Bench startingIn(Duration seen) {
        Duration beyond = seen.multipliedBy(2).minus(SLACK);
        return new Bench(clients, client, contract, folder, beyond.isNegative() ? Duration.ZERO : beyond);
    }

    /** The retry part of the contract; nothing is promised in it where there is none. */
    public Retry retry() {
        return Objects.requireNonNullElse(contract.retry(), Retry.SILENT);
    }

    /** What the service responds to each operation that succeeds. */
    public Map<String, Answer> answers() {
        Map<String, Answer> answers = new LinkedHashMap<>();
        client.operations().forEach((name, operation) -> {
            ServiceAnswer form = operation.answer();
            answers.put(name, new Answer(form.status(), List.of(), form.body().toString()));
        });
        return answers;
    }

    /** Where the certificate of a run is kept. */
    public Path certificates() {
        return folder.resolve("certificate");
    }

    /** A machine that is later than this makes a client miss responses that were there in time. */
    public Duration room() {
        return client.timeout().dividedBy(2);
    }

    /** How long an operation is waited for, the start of its client included: a client that takes longer has not ended. */
    public Duration longestWait() {
        return longestOperation().plus(start);
    }

    /** How long an operation may take once the client runs. */
    public Duration longestOperation() {
        Duration total = retry().total();
        if (total != null) {
            return total.plus(client.timeout()).plus(SLACK);
        }
        int attempts = retry().mostAttempts().orElse(1);
        return retry().longest()
                .orElse(WITHOUT_A_TOTAL)
                .plus(client.timeout().plus(LONGEST_WAIT).multipliedBy(attempts))
                .plus(SLACK);
    }

    /** The bounds of each delay, as far as the contract has them. */
    public List<Envelope> bounds() {
        int most = retry().mostAttempts().orElse(1);
        return IntStream.range(1, most)
                .mapToObj(number -> retry().envelope(number, null))
                .flatMap(Optional::stream)
                .toList();
    }

    /** A client from which nothing came for so long does not go on. */
    public Duration longestSilence() {
        return bounds().stream()
                .map(Envelope::most)
                .max(Duration::compareTo)
                .orElse(WITHOUT_A_TOTAL)
                .plus(client.timeout().multipliedBy(2));
    }

    /** After how long without a retry none is due any more. */
    public Duration longestDelay() {
        Duration first =
                retry().envelope(1, null).map(envelope -> envelope.most()).orElse(Duration.ofMillis(500));
        Duration most = Duration.ofSeconds(1);
        return first.compareTo(most) > 0 ? most : first.plusMillis(100);
    }
}
