package dev.samekey.steps.author.discover;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.rig.Rig;
import dev.samekey.steps.judge.rig.Trial;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Asks the API of a target file which dialect it follows, with all that must be there meanwhile. */
public final class TargetDiscovery {
    private static final String DATABASE = "database";

    private final TargetFile file;
    private final Starter starter;

    public TargetDiscovery(TargetFile file) {
        this(file, TargetProcess::new);
    }

    /** The same for a target that is started in another way. */
    public TargetDiscovery(TargetFile file, Starter starter) {
        this.file = file;
        this.starter = starter;
    }

    /**
     * Asks it.
     *
     * @throws CannotRun when it may not be asked, does not answer, or none of its operations succeeds
     */
    public Discovered run() {
        if (!file.target().allowsWrites()) {
            throw new CannotRun(
                    "the target file lacks «writes: allowed», and an API that nothing unsafe is sent to does"
                            + " not show its dialect");
        }
        try {
            // What the target prints is of use only where it does not start, and is part of the message then.
            Path output = Files.createTempFile("samekey-target", ".log");
            try {
                return asked(output);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot keep what the target prints: " + failure.getMessage());
        }
    }

    private Discovered asked(Path output) {
        List<String> remarks = new ArrayList<>();
        // Effects are counted only where the answers do not tell: the rest is asked all the same.
        Trial trial = (oracle, failure) -> {
            if (oracle.equals(DATABASE)) {
                remarks.add("The database of the target file does not answer, so nothing was counted in it: "
                        + file.secrets().redact(String.valueOf(failure.getMessage())));
            }
        };
        try (Rig rig = new Rig(file, starter, output).open(trial)) {
            Discovered discovered;
            Cleaned cleaned;
            try {
                discovered = new Discovery(rig).run();
            } finally {
                cleaned = rig.clean();
            }
            return discovered.with(cleaned, List.copyOf(remarks));
        }
    }
}
