package dev.samekey.reports;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.bundled.WarmServer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;

/** Some processes for servers, of which each is lent to one run at a time. */
final class WarmServers implements AutoCloseable {
    private final BlockingQueue<WarmServer> free;

    WarmServers(BundledServer server, int processes) {
        free = new LinkedBlockingQueue<>(
                Stream.generate(server::warm).limit(processes).toList());
    }

    /** What is done with one of them. */
    interface Run<T> {
        T in(WarmServer process) throws Exception;
    }

    /** Does it when one of them is free. */
    <T> T lend(Run<T> run) throws Exception {
        WarmServer process = free.take();
        try {
            return run.in(process);
        } finally {
            free.add(process);
        }
    }

    /** Ends those that are free. */
    @Override
    public void close() {
        free.forEach(WarmServer::close);
    }
}
