package dev.samekey.steps.judge.world;

import dev.samekey.oracles.http.Fetch;
import dev.samekey.oracles.listing.ListingOracle;
import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.TargetFile;
import java.time.Duration;

/** A target of which only the wire is known, for tests. */
public final class Lacking {
    private Lacking() {}

    public static Capabilities everything(TargetFile file) {
        return Capabilities.none(file.target())
                .with(ListingOracle.class, new ListingOracle(new Fetch(Duration.ofSeconds(30))))
                .with(Counterparts.class, new Counterparts(file.target()));
    }

    public static Access access(TargetFile file, Wire wire) {
        return new Access(file.target(), wire, everything(file), new Created(file.contracts(), file.secrets()));
    }

    public static Calls calls(TargetFile file, Wire wire, Journal journal) {
        return calls(file, wire, journal, Controls.NONE);
    }

    /** Those of a scenario that asks these controls. */
    public static Calls calls(TargetFile file, Wire wire, Journal journal, Controls controls) {
        return calls(file, file.contract(), wire, journal, controls);
    }

    /** Calls of a target that keeps another contract than its file says. */
    public static Calls calls(TargetFile file, Contract contract, Wire wire, Journal journal) {
        return calls(file, contract, wire, journal, Controls.NONE);
    }

    public static Calls calls(TargetFile file, Contract contract, Wire wire, Journal journal, Controls controls) {
        return new Calls(
                access(file, wire),
                new Keys(contract),
                journal,
                CurrentPhase.none(),
                controls,
                Conditions.usual(file.target()));
    }
}
