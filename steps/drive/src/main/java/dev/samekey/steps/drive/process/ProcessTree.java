package dev.samekey.steps.drive.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process with those that it has started. They are known as long as it lives: what it leaves behind belongs to nobody.
 *
 * @param all the root among them
 */
public record ProcessTree(Process root, List<ProcessHandle> all) {
    /** As it is now. */
    public static ProcessTree of(Process root) {
        return new ProcessTree(
                root,
                Stream.concat(root.descendants(), Stream.of(root.toHandle())).toList());
    }

    /**
     * Ends all of them at once, as a crash would, and what they have started since.
     *
     * @return whether the root has ended within the limit
     * @throws InterruptedException when the wait for that is interrupted
     */
    public boolean kill(Duration limit) throws InterruptedException {
        Stream.concat(root.descendants().toList().stream(), all.stream()).forEach(ProcessHandle::destroyForcibly);
        return root.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}
