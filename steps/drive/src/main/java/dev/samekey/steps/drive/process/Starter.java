package dev.samekey.steps.drive.process;

import dev.samekey.steps.model.targets.Target;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** How a target comes to run that the harness starts: as a {@link TargetProcess} where nothing else is said. */
@FunctionalInterface
public interface Starter {
    /**
     * Prepares, starts nothing.
     *
     * @param folder where the command of the lifecycle runs
     * @param output the file that what the target prints is added to
     */
    Started prepare(Target.Lifecycle lifecycle, List<URI> urls, Path folder, Path output);

    /** A target that lasts as long as a run. */
    interface Started extends Restart, AutoCloseable {
        /** Ends the target. */
        @Override
        void close();
    }
}
