package dev.samekey.steps.drive.downstream;

import com.fasterxml.jackson.core.JsonPointer;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A downstream service of the target: a stub on a loopback port, or a stream that is read. It lives for a whole run and remembers what it did; a scenario
 * finds its own by what the calls are about, the scenario's {@code ${unique}}. Attempts and what was done are counted
 * apart: one that knows keys does a thing once however often it is asked.
 */
public final class Counterpart implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(10);

    private final String name;
    private final Target.Counterpart form;
    private final Book book = new Book();
    private final Stage stage;

    /** @param limit how long an answer is held back at most */
    Counterpart(String name, Target.Counterpart form, Duration limit) {
        this.name = name;
        this.form = form;
        this.stage = stage(limit);
    }

    private Stage stage(Duration limit) {
        return form.nats() == null
                ? new HttpStage(name, Objects.requireNonNull(form.listen(), name), new Stub(form, book, limit))
                : new StreamStage(name, form, form.nats(), book);
    }

    /** @throws CannotRun when it cannot be met where the target file says */
    void open() {
        stage.open();
    }

    /** As the target file calls it. */
    public String name() {
        return name;
    }

    public Target.CounterpartRole role() {
        return form.role();
    }

    /** The next calls about this each meet the fault. */
    public void spoil(String about, DownstreamFault fault, int times) {
        if (!stage.isPlayed()) {
            throw Judgement.notChecked("counterparts." + name + ".nats: the harness cannot make a broker fail");
        }
        if (fault == DownstreamFault.DUPLICATE && form.duplicate() == null) {
            throw Judgement.notChecked("counterparts." + name + ".duplicate: the file does not say how it reports a"
                    + " duplicate; one that replays its first response reports none");
        }
        book.plan(about, fault, times);
    }

    /** Ends the fault: nothing more is spoilt, and an answer that was held back is let go. */
    public void relieve(String about) {
        book.relieve(about);
    }

    /** How many calls about this have met their fault. */
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
        List<Arrival> arrivals = Await.until(
                        count + " calls of «" + name + "» about " + about,
                        limit,
                        LOOK,
                        () -> book.arrivals(about),
                        seen -> seen.size() >= count)
                .value();
        return seen(about, arrivals);
    }

    /** What other operations have called it under this key. */
    public List<String> others(String about, String key) {
        return book.others(about, key);
    }

    /** How it is to know that a call is from the target; nothing where the target file does not say. */
    public Optional<Delivery.Signature> signature() {
        return Optional.ofNullable(form.signature());
    }

    /** The members of a call that may differ in each attempt at one operation. */
    public List<JsonPointer> volatiles() {
        return form.volatiles();
    }

    /** How often it did what it was asked for. */
    public long acts(String about) {
        return book.arrivals(about).stream()
                .map(Arrival::act)
                .filter(act -> act != null)
                .distinct()
                .count();
    }

    /** @throws IllegalStateException when it could not take in a call, and no scenario has reported that */
    @Override
    public void close() {
        stage.close();
        book.close();
    }

    private Seen<List<Arrival>> seen(String about, List<Arrival> all) {
        List<Arrival> attempts =
                all.stream().filter(arrival -> !arrival.isLook()).toList();
        String title = attempts.size() + " arrivals at «" + name + "» about " + about;
        String text = all.stream().map(Arrival::transcript).collect(Collectors.joining("\n\n"));
        return new Seen<>(attempts, Evidence.text(EvidenceKind.ARRIVALS, title, text));
    }
}
