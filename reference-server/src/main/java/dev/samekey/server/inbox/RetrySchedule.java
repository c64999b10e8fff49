package dev.samekey.server.inbox;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How long after each failed attempt the next one comes, and after how many there is none. */
@FunctionalInterface
public interface RetrySchedule {
    /** The platform's guideline: four retries, each much later than the one before. */
    static RetrySchedule ofThePlatform() {
        return of(
                List.of(Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(30)));
    }

    /** One more attempt for each delay. */
    static RetrySchedule of(List<Duration> delays) {
        List<Duration> each = List.copyOf(delays);
        return failures -> failures <= each.size() ? Optional.of(each.get(failures - 1)) : Optional.empty();
    }

    /** The wait after so many failures, counted from 1; none where that was the last attempt. */
    Optional<Duration> after(int failures);
}
