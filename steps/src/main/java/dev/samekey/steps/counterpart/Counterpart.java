package dev.samekey.steps.counterpart;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.common.FatalStartupException;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.steps.process.CannotRun;
import dev.samekey.steps.target.Target;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One whom the target calls, played on a loopback port. It lives for a whole run and remembers what it did; a scenario
 * finds its own by what the calls are about, the scenario's {@code ${unique}}. Attempts and what was done are counted
 * apart: one that knows keys does a thing once however often it is asked.
 */
public final class Counterpart implements AutoCloseable {
    private static final int THREADS = 64;

    private final String name;
    private final Target.Counterpart form;
    private final Book book = new Book();
    private final WireMockServer server;

    /** @param limit how long an answer is held back at most */
    Counterpart(String name, Target.Counterpart form, Duration limit) {
        this.name = name;
        this.form = form;
        this.server = new WireMockServer(options()
                .bindAddress("127.0.0.1")
                .port(form.listen())
                .containerThreads(THREADS)
                .disableRequestJournal()
                .extensions(new Player(form, book, limit)));
        server.stubFor(any(anyUrl()).willReturn(ok()));
    }

    /** @throws CannotRun when something else listens at its port */
    void open() {
        try {
            server.start();
        } catch (FatalStartupException failure) {
            throw new CannotRun("cannot play the counterpart «" + name + "» at port " + form.listen() + ": "
                    + failure.getMessage());
        }
    }

    /** As the target file calls it. */
    public String name() {
        return name;
    }

    public Target.CounterpartRole role() {
        return form.role();
    }

    /** The next calls about this each meet the trouble. */
    public void spoil(String about, Trouble trouble, int times) {
        book.plan(about, trouble, times);
    }

    /** Ends the trouble: nothing more is spoilt, and an answer that was held back is let go. */
    public void relieve(String about) {
        book.relieve(about);
    }

    /** How many calls about this have met their trouble. */
    public int met(String about) {
        return book.met(about);
    }

    /** The attempts about this, in the order of their coming; looks are in the evidence only. */
    public Seen<List<Arrival>> attempts(String about) {
        return seen(about, book.arrivals(about));
    }

    /**
     * The same as soon as there are so many, or those that are there when the time is over. What arrives later than that
     * was not seen.
     */
    public Seen<List<Arrival>> await(String about, int count, Duration limit) {
        try {
            return seen(about, book.await(about, count, limit.toMillis()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return attempts(about);
        }
    }

    /** How often it did what it was asked for. */
    public long acts(String about) {
        return book.arrivals(about).stream()
                .map(Arrival::act)
                .filter(act -> act != null)
                .distinct()
                .count();
    }

    @Override
    public void close() {
        // One that never came to listen cannot be stopped.
        if (server.isRunning()) {
            server.stop();
        }
    }

    private Seen<List<Arrival>> seen(String about, List<Arrival> all) {
        List<Arrival> attempts =
                all.stream().filter(arrival -> !arrival.isLook()).toList();
        String title = attempts.size() + " arrivals at «" + name + "» about " + about;
        String text = all.stream().map(Arrival::transcript).collect(Collectors.joining("\n\n"));
        return new Seen<>(attempts, Evidence.text("arrivals", title, text));
    }
}
