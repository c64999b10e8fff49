package dev.samekey.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Many clients in one process, so that only the first of them starts on a cold virtual machine. */
@Command(
        name = "client-host",
        mixinStandardHelpOptions = true,
        description = "Run clients until standard input ends, each over a connection to the port of the first line of"
                + " output. The first line of a connection has the options of «client» and its variables, as NAME=VALUE,"
                + " separated by tabs. Then both sides speak as «client» does.")
final class ClientHostCommand implements Runnable {
    /** The JDK's HTTP client ends its threads when it is collected, and a small heap is collected too seldom. */
    private static final int COLLECT = 40;

    private int served;

    @Override
    public void run() {
        try (ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            System.out.println("ready " + listening.getLocalPort());
            Thread end = new Thread(ClientHostCommand::endWithInput, "end");
            end.setDaemon(true);
            end.start();
            while (true) {
                Socket connection = listening.accept();
                new Thread(() -> serve(connection), "client").start();
                if (++served % COLLECT == 0) {
                    System.gc();
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is said.
            }
        } catch (IOException ended) {
            // The same.
        }
        System.exit(0);
    }

    private static void serve(Socket connection) {
        try (connection) {
            // Each line goes at once: without it one waits for the receipt of the one before, for up to 40 ms.
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream());
            Map<String, String> variables = new HashMap<>();
            ClientCommand client = new ClientCommand();
            new CommandLine(client).parseArgs(options(line(in), variables));
            int unused = client.run(variables, in, connection.getOutputStream());
        } catch (IOException gone) {
            // Whoever asked has hung up, as a kill would.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static String[] options(String line, Map<String, String> variables) {
        List<String> words = List.of(line.split("\t"));
        words.stream().filter(ClientHostCommand::isVariable).forEach(word -> {
            int end = word.indexOf('=');
            variables.put(word.substring(0, end), word.substring(end + 1));
        });
        return words.stream().filter(word -> !isVariable(word)).toArray(String[]::new);
    }

    private static boolean isVariable(String word) {
        return word.startsWith("SAMEKEY_");
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
