package dev.samekey.server.replica;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.json.Json;
import dev.samekey.server.security.Authentication;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.jdbi.v3.core.Jdbi;

/** What the parts of a replica stand on. */
public record Foundation(
        String name,
        Contract contract,
        Clock clock,
        Jdbi jdbi,
        Json json,
        Authentication authentication,
        MeterRegistry meters) {}
