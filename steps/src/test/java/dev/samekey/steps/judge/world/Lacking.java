package dev.samekey.steps.judge.world;

import dev.samekey.oracles.http.Fetch;
import dev.samekey.oracles.listing.ListingOracle;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.model.targets.TargetFile;
import java.time.Duration;

/** A target of which only the wire is known, for tests. */
public final class Lacking {
    private Lacking() {}

    public static Capabilities everything(TargetFile file) {
        return new Capabilities(
                file.target(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                new ListingOracle(new Fetch(Duration.ofSeconds(30))),
                new Counterparts(file.target()),
                Brokers.none());
    }
}
