package dev.samekey.steps.judge.client;

import dev.samekey.steps.judge.statistics.Noise;
import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.contract.Retry;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Whether a client whose clock was set follows it. */
final class FastClock {
    private FastClock() {}

    private record Wait(Duration byItsClock, Duration real, Envelope bounds) {
        boolean isReal(Noise noise) {
            return within(real, noise) && !within(byItsClock, noise);
        }

        private boolean within(Duration time, Noise noise) {
            return time.compareTo(bounds.least().minus(noise.tolerance())) >= 0
                    && time.compareTo(bounds.most().plus(noise.tolerance())) <= 0;
        }
    }

    /**
     * Looks at the waits of a client.
     *
     * @param noise by the client's clock
     * @throws Judgement where more than half of them are right by a real clock, and wrong by the one that was set
     */
    static void requireFollowed(List<Performed> performed, Retry retry, Noise noise) {
        List<Wait> waits = performed.stream()
                .flatMap(one -> IntStream.range(0, one.delays().size())
                        .mapToObj(i -> before(one, i, retry))
                        .flatMap(Optional::stream))
                .toList();
        List<Wait> real = waits.stream().filter(wait -> wait.isReal(noise)).toList();
        if (real.size() * 2 > waits.size()) {
            int speed = performed.get(0).clockSpeed();
            Wait one = real.get(0);
            throw Judgement.inconclusive(
                    "client.clock_speed: the client does not follow SAMEKEY_CLOCK_SPEED, which was "
                            + speed + ": " + real.size() + " of " + waits.size()
                            + " waits between attempts took their real time, such as "
                            + one.real().toMillis() + " ms in place of "
                            + one.real().toMillis() / speed + " ms");
        }
    }

    private static Optional<Wait> before(Performed one, int number, Retry retry) {
        List<Optional<Duration>> delays = one.delays();
        Duration previous = number == 0 ? null : delays.get(number - 1).orElse(null);
        return delays.get(number)
                .flatMap(delay -> retry.envelope(number + 1, previous)
                        .map(bounds -> new Wait(delay, delay.dividedBy(one.clockSpeed()), bounds)));
    }
}
