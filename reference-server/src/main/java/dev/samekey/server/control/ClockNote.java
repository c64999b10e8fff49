package dev.samekey.server.control;

import java.time.Duration;
import org.jdbi.v3.core.Jdbi;

/** How far the clock has been put forward, noted where a restart finds it. */
record ClockNote(Jdbi jdbi) {
    Duration read() {
        return jdbi.withHandle(handle -> handle.createQuery("select ahead_ms from control_clock")
                .mapTo(Long.class)
                .findOne()
                .map(Duration::ofMillis)
                .orElse(Duration.ZERO));
    }

    void write(Duration ahead) {
        jdbi.useHandle(
                handle -> handle.createUpdate("""
                        insert into control_clock (ahead_ms) values (:ms)
                        on conflict (only_row) do update set ahead_ms = greatest(control_clock.ahead_ms, :ms)""").bind("ms", ahead.toMillis()).execute());
    }
}
