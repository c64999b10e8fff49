package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.bundled.BundledStream;
import dev.samekey.reports.bundled.WarmServer;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Trait;
import dev.samekey.steps.model.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What holds over HTTP holds over a broker, and what is broken is broken there too. It needs a nats-server to start. */
@OfTheWholeProof
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokerIT {
    /** A broker does not let the harness see them: it redelivers, and the reader of a stream is never down. */
    private static final Set<String> NOT_WHOLLY = Set.of("EVT-9", "OBX-1", "OBX-2", "OBX-3", "EXT-4");

    private static final Set<String> SEEN = Catalogue.shipped().all().stream()
            .filter(clause -> Set.of("consumer", "producer").contains(clause.side()))
            .map(Clause::id)
            .filter(clause -> !NOT_WHOLLY.contains(clause))
            .collect(Collectors.toUnmodifiableSet());

    private static final int SIDE_BY_SIDE = 3;
    private static final long LIMIT_MINUTES = 5;

    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("broker");
    private final ExecutorService runs = Executors.newFixedThreadPool(SIDE_BY_SIDE);
    private @Nullable NatsServer broker;
    private @Nullable BundledServer server;

    @BeforeAll
    void start() throws Exception {
        Optional<Path> program = NatsServer.program();
        if (program.isEmpty()) {
            return;
        }
        broker = NatsServer.start(program.orElseThrow(), out);
        server = BundledServer.start();
        server.recordClasses();
    }

    @AfterAll
    void stop() throws Exception {
        runs.shutdownNow();
        assertThat(runs.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        if (server != null) {
            server.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    @Test
    void what_is_held_over_a_broker_is_broken_there_by_its_defect() throws Exception {
        assumeTrue(broker != null, "there is no nats-server on the PATH, so nothing is judged over a broker");
        Set<String> all = new TreeSet<>(SEEN);
        all.addAll(NOT_WHOLLY);
        // What takes longest comes first.
        Future<ContractVerdict> clean = judge("clean", List.of(), Choice.of(all));
        Future<ContractVerdict> commitThenPublish = defect("commit-then-publish", "OBX-1");
        Future<ContractVerdict> noInbox = defect("no-inbox", "EVT-1");
        Future<ContractVerdict> checkThenAct = defect("inbox-check-then-act", "EVT-3");
        Future<ContractVerdict> ackBeforeHandle = defect("ack-before-handle", "EVT-7");
        Future<ContractVerdict> unsigned = defect("unsigned-accepted", "EVT-11");
        Future<ContractVerdict> duplicateRejected = defect("duplicate-rejected", "EVT-2");
        Future<ContractVerdict> eventPerRequest = defect("event-per-request", "OBX-4");

        assertThat(clauses(done(clean), Verdict.HELD)).isEqualTo(SEEN);
        assertThat(clauses(done(clean), Verdict.NOT_CHECKED)).isEqualTo(NOT_WHOLLY);
        assertThat(ofTheBroker(done(clean))).isNotEmpty().allMatch(one -> one.verdict() == Verdict.HELD);
        assertThat(ofTheBroker(done(noInbox))).isNotEmpty().allMatch(one -> one.verdict() == Verdict.BROKEN);
        assertThat(clauses(done(checkThenAct), Verdict.BROKEN)).containsExactly("EVT-3");
        assertThat(clauses(done(ackBeforeHandle), Verdict.BROKEN)).containsExactly("EVT-7");
        assertThat(clauses(done(unsigned), Verdict.BROKEN)).containsExactly("EVT-11");
        assertThat(clauses(done(duplicateRejected), Verdict.BROKEN)).containsExactly("EVT-2");
        assertThat(clauses(done(eventPerRequest), Verdict.BROKEN)).containsExactly("OBX-4");
        assertThat(clauses(done(commitThenPublish), Verdict.BROKEN)).containsExactly("OBX-1");
    }

    private Future<ContractVerdict> defect(String name, String clause) {
        return judge(name, List.of("--defect", name), new Choice(Set.of(), Set.of(clause)));
    }

    private Future<ContractVerdict> judge(String name, List<String> arguments, Choice choice) {
        return runs.submit(() -> {
            try (WarmServer process = server().warm();
                    BundledStream stream = BundledStream.open(broker().url())) {
                ContractVerdict verdict = new Unwritten(process)
                        .judge(server().target(stream, arguments, out.resolve(name)), choice, out.resolve(name));
                System.out.println("over a broker, " + name + ": " + Console.summary(verdict));
                return verdict;
            }
        });
    }

    private BundledServer server() {
        return Optional.ofNullable(server).orElseThrow();
    }

    private NatsServer broker() {
        return Optional.ofNullable(broker).orElseThrow();
    }

    private static ContractVerdict done(Future<ContractVerdict> verdict) throws Exception {
        return verdict.get(LIMIT_MINUTES, TimeUnit.MINUTES);
    }

    private static Set<String> clauses(ContractVerdict verdict, Verdict wanted) {
        Set<String> clauses = new TreeSet<>();
        verdict.clauses().stream()
                .filter(clause -> clause.verdict() == wanted)
                .forEach(clause -> clauses.add(clause.clause().id()));
        return clauses;
    }

    private static List<ScenarioResult> ofTheBroker(ContractVerdict verdict) {
        return verdict.run().scenarios().stream()
                .filter(scenario ->
                        scenario.has(Trait.OPTIONAL) && scenario.clauses().contains("EVT-1"))
                .toList();
    }
}
