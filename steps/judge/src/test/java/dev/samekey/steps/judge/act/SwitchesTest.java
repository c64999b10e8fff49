package dev.samekey.steps.judge.act;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.drive.fault.StoreSwitch;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.Restart;
import dev.samekey.steps.judge.world.Access;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Control;
import dev.samekey.steps.judge.world.ControlledStore;
import dev.samekey.steps.judge.world.Created;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.Lacking;
import dev.samekey.steps.judge.world.Switches;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A test system that is told by requests how to behave. */
class SwitchesTest {
    private static final String FILE = """
            name: Acme notes
            urls: ["http://127.0.0.1:%d"]
            writes: allowed
            contract: playbook
            store: {cut: {method: POST, path: /_test/store/down}, restore: {method: POST, path: /_test/store/up}}
            operations:
              note:
                role: create
                request: {method: POST, path: /notes, body: {text: "${unique}"}}
                switches:
                  unavailable: {start: {method: POST, path: "/_test/down/${key}"}, stop: {method: POST, path: /_test/over}}
                takes: 3s
            """;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final Wire wire = new Wire(Duration.ofSeconds(30));
    private final TargetFile file;
    private final Operation note;
    private final Sandbox sandbox;
    private int status = 204;

    SwitchesTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        file = Targets.file(FILE.formatted(server.getAddress().getPort()));
        note = Objects.requireNonNull(file.target().operations().get("note"));
        Calls calls = Lacking.calls(file, wire, new Journal(file.secrets()));
        sandbox = new Sandbox(calls, Lacking.everything(file));
    }

    @BeforeEach
    void start() {
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().getPath());
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_request_makes_the_target_behave_so_until_the_scenario_is_over() {
        Call call = sandbox.call(note, SandboxWord.UNAVAILABLE);
        assertThat(asked).containsExactly("/_test/down/" + call.key());
        sandbox.leave();
        sandbox.leave();

        assertThat(asked).containsExactly("/_test/down/" + call.key(), "/_test/over");
    }

    @Test
    void a_target_that_does_not_listen_has_shown_nothing() {
        status = 500;

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> sandbox.call(note, SandboxWord.UNAVAILABLE))
                .withMessageContaining("the target did not let the harness make a note «unavailable»");
    }

    @Test
    void what_a_dead_target_was_told_is_taken_back_when_it_runs_again() {
        Capabilities lacking = Lacking.everything(file);
        Mortal target = new Mortal(lacking.switches());
        Capabilities capabilities = lacking.with(Restart.class, target);
        Calls calls = new Calls(
                new Access(file.target(), wire, capabilities, new Created(file.contracts(), file.secrets())),
                new Keys(file.contract()),
                new Journal(file.secrets()),
                CurrentPhase.none());
        Sandbox dying = new Sandbox(calls, capabilities);
        var unused = dying.call(note, SandboxWord.UNAVAILABLE);
        target.kill();
        dying.leave();
        assertThat(asked).as("nobody would hear it").doesNotContain("/_test/over");
        // It has forgotten what it was told.
        status = 404;
        capabilities.mend();
        capabilities.mend();

        assertThat(asked).endsWith("/_test/over").containsOnlyOnce("/_test/over");
    }

    /** One that is started again. */
    private static final class Mortal implements Restart {
        private final Switches switches;
        private boolean running = true;

        Mortal(Switches switches) {
            this.switches = switches;
        }

        @Override
        public void kill() {
            running = false;
        }

        @Override
        public void start() {
            running = true;
            switches.restarted();
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    @Test
    void what_is_always_slow_is_not_asked_to_be() {
        assertThat(sandbox.call(note, SandboxWord.SLOW).request().body()).contains("text");
        assertThat(sandbox.slowAtFirst(note).operation()).isEqualTo(note);
        assertThat(asked).isEmpty();
    }

    @Test
    void a_request_takes_the_store_away_and_another_one_gives_it_back() {
        StoreSwitch store = capabilities().store();
        store.restore();
        store.cut();
        store.restore();
        store.restore();

        assertThat(asked).containsExactly("/_test/store/down", "/_test/store/up");
    }

    private Capabilities capabilities() {
        var named = Objects.requireNonNull(file.target().store());
        return Lacking.everything(file)
                .with(
                        StoreSwitch.class,
                        new ControlledStore(
                                control("take its store away", named.cut()),
                                control("give it back", named.restore()),
                                new Switches()));
    }

    private Control control(String what, Operation.@Nullable Template form) {
        return new Control(what, Objects.requireNonNull(form), wire, file.target());
    }
}
