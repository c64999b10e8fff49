package dev.samekey.client;

import dev.samekey.server.contract.Contract;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.ScheduledExecutorService;
import javax.net.ssl.SSLContext;

/**
 * Where a client works.
 *
 * @param url of the service, without a slash at its end
 * @param folder of what it keeps
 * @param tls whom it trusts
 * @param timer of delays and limits
 * @param clockSpeed by how much each wait between two attempts is divided; 1 is a real clock
 * @param out where outcomes go
 */
public record ClientBase(
        String url,
        Path folder,
        SSLContext tls,
        Contract contract,
        PayloadJson json,
        ScheduledExecutorService timer,
        int clockSpeed,
        PrintStream out) {}
