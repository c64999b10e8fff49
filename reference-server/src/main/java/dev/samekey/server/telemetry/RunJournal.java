package dev.samekey.server.telemetry;

import dev.samekey.server.jobs.Run;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import net.logstash.logback.argument.StructuredArguments;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One log line for each run of a job that ended. */
public record RunJournal(String replica) implements Consumer<Run> {
    private static final Logger LOG = LoggerFactory.getLogger(RunJournal.class);

    @Override
    public void accept(Run run) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("job", run.job());
        line.put("run_id", run.id());
        line.put("operation_id", run.operationId());
        line.put("done", run.done());
        line.put("replica", replica);
        LOG.info("run", StructuredArguments.entries(line));
    }
}
