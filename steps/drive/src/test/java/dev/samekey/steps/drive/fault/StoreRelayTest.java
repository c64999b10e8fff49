package dev.samekey.steps.drive.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.samekey.oracles.wait.Await;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.testing.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoreRelayTest {
    private static final int READ_LIMIT = 30_000;

    private final ServerSocket store = listening();
    private final int port = Ports.free();
    private final StoreRelay relay = new StoreRelay(Target.Store.relayed(port, "127.0.0.1:" + store.getLocalPort()));

    @BeforeEach
    void theWayIsOpen() {
        run(this::echo);
        relay.restore();
    }

    @AfterEach
    void itEnds() throws IOException {
        relay.close();
        store.close();
    }

    @Test
    void what_is_sent_comes_through_both_ways() throws IOException {
        byte[] bytes = new byte[1_000_000];
        new Random(7).nextBytes(bytes);
        try (Socket target = connect()) {
            run(() -> {
                target.getOutputStream().write(bytes);
                return null;
            });
            assertThat(target.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
        }
    }

    @Test
    void a_cut_resets_what_is_there_and_refuses_what_is_new() throws IOException {
        try (Socket target = connect()) {
            assertThat(echo(target, "a")).isEqualTo("a");
            relay.cut();

            assertThatExceptionOfType(SocketException.class)
                    .isThrownBy(() -> target.getInputStream().read())
                    .withMessageContaining("reset");
            assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect);
        }
    }

    @Test
    void after_it_is_restored_the_way_is_open_again_and_again() throws IOException {
        for (int i = 0; i < 20; i++) {
            relay.cut();
            relay.cut();
            relay.restore();
            relay.restore();
            try (Socket target = connect()) {
                assertThat(echo(target, "b")).isEqualTo("b");
            }
        }
    }

    @Test
    void a_store_that_hangs_up_hangs_up_on_the_target() throws IOException {
        try (Socket target = connect()) {
            assertThat(echo(target, "x")).isEqualTo("x");
            target.getOutputStream().write('!');

            assertThat(target.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void a_store_that_is_down_looks_down() throws IOException {
        // A port that is held and does not listen refuses every connection. One that was just closed may still accept
        // one.
        try (Socket down = new Socket()) {
            down.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int way = Ports.free();
            try (StoreRelay relayed = new StoreRelay(Target.Store.relayed(way, "127.0.0.1:" + down.getLocalPort()))) {
                relayed.restore();
                try (Socket target = connect(way)) {
                    assertThat(target.getInputStream().read()).isEqualTo(-1);
                }
            }
        }
    }

    @Test
    void no_thread_outlives_it() throws Exception {
        try (Socket target = connect()) {
            assertThat(echo(target, "a")).isEqualTo("a");
            relay.close();
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().startsWith("store-relay")) {
                    assertThat(thread.isDaemon()).isTrue();
                    thread.join(READ_LIMIT);
                    assertThat(thread.isAlive()).as(thread.getName()).isFalse();
                }
            }
        }
    }

    @Test
    void a_thread_that_dies_is_heard_of() throws Exception {
        int unusable = Ports.free();
        StoreRelay broken = new StoreRelay(Target.Store.relayed(unusable, "127.0.0.1:no port"));
        broken.restore();
        try (Socket target = new Socket(InetAddress.getLoopbackAddress(), unusable)) {
            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(() -> Await.until("the death", Duration.ofSeconds(30), Duration.ofMillis(5), () -> {
                        broken.restore();
                        return false;
                    }))
                    .withMessageStartingWith(
                            "the relay to the store failed unexpectedly: java.lang.NumberFormatException");
            assertThatExceptionOfType(CannotRun.class).isThrownBy(broken::close);
            // Its listener is closed all the same.
            target.setSoTimeout(READ_LIMIT);
            assertThatExceptionOfType(SocketException.class)
                    .isThrownBy(() -> target.getInputStream().read());
        }
    }

    @Test
    void an_interrupted_cut_keeps_the_interruption() {
        Thread.currentThread().interrupt();
        // It may have nothing to wait for.
        Throwable ended = catchThrowable(relay::cut);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended)
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(),
                        thrown -> assertThat(thrown).isInstanceOf(Interrupted.class));
    }

    @Test
    void a_place_that_is_taken_is_reported() throws IOException {
        try (ServerSocket other = listening();
                StoreRelay second = new StoreRelay(Target.Store.relayed(other.getLocalPort(), "127.0.0.1:1"))) {
            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(second::restore)
                    .withMessageContaining("at port " + other.getLocalPort());
        }
    }

    private Socket connect() throws IOException {
        return connect(port);
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(READ_LIMIT);
        return socket;
    }

    private static String echo(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return new String(socket.getInputStream().readNBytes(text.length()), StandardCharsets.UTF_8);
    }

    /** A store that echoes everything, and hangs up on request. */
    private Void echo() throws IOException {
        while (true) {
            Socket connection = store.accept();
            run(() -> {
                byte[] buffer = new byte[8192];
                int read = connection.getInputStream().read(buffer);
                while (read > 0 && !(read == 1 && buffer[0] == '!')) {
                    connection.getOutputStream().write(buffer, 0, read);
                    read = connection.getInputStream().read(buffer);
                }
                connection.close();
                return null;
            });
        }
    }

    private interface Work {
        Void run() throws IOException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException over) {
                // The test is over, or has cut the connection.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static ServerSocket listening() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
