package dev.samekey.server.scheduling;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** One thing that a task is to do, not before it is due. The instance tells it from the other errands of that task. */
public record Errand(String task, String instance, Instant due) {
    private static final String INSERT = """
            insert into scheduled_tasks (task_name, task_instance, execution_time, picked, version)
            values (:task, :instance, :due, false, 1)
            on conflict (task_name, task_instance) do nothing""";

    /**
     * Puts it down, unless it is there already.
     *
     * <p>The row is the one that db-scheduler's client would write. Written here it belongs to the transaction of what
     * it follows from: both commit, or neither.
     */
    public void write(Handle transaction) {
        transaction.createUpdate(INSERT).bindMethods(this).execute();
    }
}
