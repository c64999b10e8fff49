package dev.samekey.server.replica;

import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/** How the replica is. */
record Status(Jdbi jdbi, PrometheusMeterRegistry registry) {
    Answer health(Call call) {
        // Where the database is out of reach this throws, and is told as 503.
        jdbi.useHandle(handle -> handle.execute("select 1"));
        return Answer.ok("{\"status\":\"up\"}");
    }

    Answer metrics(Call call) {
        return new Answer(200, Map.of("Content-Type", "text/plain; version=0.0.4"), registry.scrape(), null);
    }
}
