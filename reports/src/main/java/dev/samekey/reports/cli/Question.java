package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.drive.process.CannotRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A question to the person who started the command. */
record Question(Console console, InputStream answers) {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Set<String> YES = Set.of("y", "yes");

    /**
     * Whether the answer is yes; anything else is no.
     *
     * @throws CannotRun when there is nobody to answer
     */
    boolean isYes(String question) {
        console.say(question + " [y/N]");
        return answer().filter(answer -> YES.contains(answer.strip().toLowerCase(Locale.ROOT)))
                .isPresent();
    }

    private Optional<String> answer() {
        try {
            Optional<String> line = CompletableFuture.supplyAsync(this::line).get(LIMIT.toMinutes(), TimeUnit.MINUTES);
            if (line.isEmpty()) {
                throw new CannotRun("there is nobody to answer, and nothing was sent: add --yes if it is meant");
            }
            return line;
        } catch (TimeoutException late) {
            throw new CannotRun("no answer within " + LIMIT.toMinutes() + " minutes, and nothing was sent");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException failure) {
            throw new CannotRun("the answer cannot be read, and nothing was sent: add --yes if it is meant");
        }
    }

    private Optional<String> line() {
        try {
            BufferedReader reader = new BufferedReader(new InputStreamReader(answers, Charset.defaultCharset()));
            return Optional.ofNullable(reader.readLine());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
