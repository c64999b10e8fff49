package dev.samekey.steps.judge.client;

import dev.samekey.steps.drive.service.Received;
import dev.samekey.steps.drive.service.Script;
import dev.samekey.steps.judge.statistics.Noise;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.List;

/** The service and the clients of one scenario: what the service does, what the clients were asked, what arrived. */
public interface Scene {
    Bench bench();

    default Contract contract() {
        return bench().contract();
    }

    /** Has the clients that are opened from now on wait as much faster as the target file says that they can. */
    void hurry();

    /** How many times as fast the clocks of the clients are while they wait between attempts. */
    int clockSpeed();

    /** From now on the service does this. */
    void play(Script script);

    /**
     * From now on and for so long nobody can connect, and who is connected no longer is.
     *
     * @param margin how late the machine may be before the outage is longer than the scenario means
     */
    void refuseConnections(Duration time, Duration margin);

    /**
     * Each of so many clients does so many operations, all at the same time.
     *
     * @throws Judgement where the client cannot do so many at once
     */
    void performAtOnce(int howMany, int eachOf);

    /** The client does operations one after another, with the same payload. */
    void performAlike(int howMany);

    /**
     * Has clients do operations while the service works, twice: a client that has just started is slow, and how long it then
     * takes to notice a response is a part of the noise.
     *
     * @return how long it took at most from a task to its first attempt
     */
    Duration warmUp(int howMany, int eachOf);

    /** Has an operation that was parked resumed, by the same client or by one that is started anew. */
    void resume(Performed parked, boolean anew);

    /** Waits until no attempt is due any more: a client may go on behind the back of its caller. */
    void rest();

    /** The same, and keeps what was seen for the report. */
    void settle();

    /** Forgets what was asked so far: it brought a state about, and is not what is judged. */
    void forget();

    /** What was asked of the clients so far. */
    List<Performed> performed();

    /**
     * The first operation that the clients were asked to do.
     *
     * @throws Judgement where nothing of it arrived
     */
    default Performed only() {
        Performed one = performed().get(0);
        if (one.attempts().isEmpty()) {
            throw Judgement.inconclusive("no request of " + one + " arrived");
        }
        return one;
    }

    /**
     * The operations of which something arrived. A client that does one after another, and waits as long as it was asked to, does not
     * come to those after it.
     *
     * @throws Judgement where nothing arrived of one, and no other has not ended
     */
    default List<Performed> arrived() {
        List<Performed> performed = performed();
        boolean isWaiting = performed.stream().anyMatch(one -> !one.attempts().isEmpty() && one.outcome() == null);
        performed.stream()
                .filter(one -> one.attempts().isEmpty() && !isWaiting)
                .findFirst()
                .ifPresent(one -> {
                    throw Judgement.inconclusive("no request of " + one + " arrived");
                });
        return performed.stream().filter(one -> !one.attempts().isEmpty()).toList();
    }

    /** How many requests have arrived, and how many of them were retries. */
    Plays.Sent sent();

    /** All attempts, in the order of their arrival. */
    List<Received> received();

    /** How often the service took effect for an operation. */
    int effects(Performed one);

    /** Whether the clients have reported the status of a failure before. */
    boolean reportsStatus();

    /** How late things were while the clients were at work, by their clocks. */
    Noise noise();

    /** How long after a success the clients report it at least; zero where they were not warmed up. */
    Duration usualReport();

    /** How late the machine may be: a client then misses responses that were there in time. */
    Duration room();

    /** Whether the clients sent more than the service takes, and were cut off. */
    boolean isCutOff();

    /**
     * Says that not all was seen, where it was not: what has held until then may not have held after.
     *
     * @throws Judgement where the clients sent more than the service takes
     */
    void requireAllSeen();

    /** Ends the clients and the service, whatever they do. */
    void leave();
}
