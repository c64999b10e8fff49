package dev.samekey.steps.drive.process;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A target as a process of its own: it answers with its process id and that of a child that it started, and under
 * {@code /slow} not within the time of a test.
 */
final class SmallServer {
    private SmallServer() {}

    public static void main(String[] arguments) throws IOException {
        Process child = new ProcessBuilder("sleep", "60").start();
        int port = Integer.parseInt(System.getenv("PORT"));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        byte[] pids = (ProcessHandle.current().pid() + " " + child.pid()).getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, pids.length);
            exchange.getResponseBody().write(pids);
            exchange.close();
        });
        server.createContext("/slow", exchange -> {
            System.out.println("slow");
            LockSupport.parkNanos(TimeUnit.MINUTES.toNanos(5));
            exchange.close();
        });
        server.start();
        System.out.println("started");
    }
}
