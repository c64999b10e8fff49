package dev.samekey.server;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Body;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Effect;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.replica.Counterparts;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.replica.Server;
import dev.samekey.server.replica.Settings;
import dev.samekey.server.security.Principal;
import dev.samekey.testing.TestDatabase;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** A server that is not the clean one, on a clock that stands still, and a key and a reference to try it with. */
public record Bench(Server server, Parts parts, TestClock clock, String key) implements AutoCloseable {
    private static final Answer DONE = Answer.created("/things/1", "{\"id\":1}");

    public static Bench of(UnaryOperator<Parts> variation) {
        return of("defects", Contracts.playbook(), variation);
    }

    public static Bench of(String schema, Contract contract, UnaryOperator<Parts> variation) {
        TestClock clock = new TestClock();
        CompletableFuture<Parts> parts = new CompletableFuture<>();
        Server server = Server.start(settings(schema, contract, clock), List.of(0), clean -> {
            // The clock of a test jumps, which would set the jobs off.
            Parts varied = variation.apply(clean.with(Part.TIMETABLE, composed -> List.of()));
            parts.complete(varied);
            return varied;
        });
        Bench bench = new Bench(server, parts.join(), clock, UUID.randomUUID().toString());
        bench.jdbi().useHandle(handle -> handle.execute("create table if not exists effects (operation_id uuid)"));
        return bench;
    }

    private static Settings settings(String schema, Contract contract, TestClock clock) {
        return new Settings(
                TestDatabase.url(schema),
                contract,
                clock,
                Map.of("alice", "alice-token", "bob", "bob-token"),
                Duration.ofMillis(1),
                OpenTelemetry.noop(),
                "127.0.0.1",
                Counterparts.NONE,
                null);
    }

    public Jdbi jdbi() {
        return parts.base().jdbi();
    }

    /** Somebody who sends requests. */
    public Caller caller(String principal) {
        return new Caller(server.urls().get(0), Map.of("Authorization", "Bearer " + principal + "-token"));
    }

    public Caller alice() {
        return caller("alice");
    }

    public String payment() {
        return payment(1000);
    }

    public String payment(long amount) {
        return """
                {"amount":%d,"currency":"EUR","payer":"p1","payee":"m1","reference":"%s"}""".formatted(amount, key);
    }

    public String refund(String paymentId, long amount) {
        return """
                {"payment_id":"%s","amount":%d,"reference":"%s"}""".formatted(paymentId, amount, key);
    }

    /** How many payments have the reference. */
    public int payments() {
        return alice().get("/payments?reference=" + key).json().path("items").size();
    }

    /** A request of Alice's for the guard. */
    public KeyedRequest request(String payloadHash) {
        return request("POST", payloadHash);
    }

    public KeyedRequest request(String method, String payloadHash) {
        Call call = new Call(method, "/things", Map.of(), Map.of(), Map.of(), new Body(new byte[0]));
        return new KeyedRequest(new Principal("alice"), call, "alice POST /things", key, payloadHash);
    }

    public Decision run(KeyedRequest request, Operation operation) {
        return parts.get(Part.GUARD).apply(parts).run(request, operation);
    }

    public Decision run(Operation operation) {
        return run(request("hash"), operation);
    }

    /** An operation that leaves one row. */
    public Effect succeed(UUID operationId) {
        return transaction -> {
            transaction.execute("insert into effects values (?)", operationId);
            return DONE;
        };
    }

    /** How many rows operations left. */
    public int effects(@Nullable UUID operationId) {
        return jdbi().withHandle(
                        handle -> handle.select("select count(*) from effects where operation_id = ?", operationId)
                                .mapTo(Integer.class)
                                .one());
    }

    /** A value of the record that alice's request has. */
    public String record(String expression) {
        return jdbi().withHandle(
                        handle -> handle.select("select " + expression + " from idempotency_records where key = ?", key)
                                .mapTo(String.class)
                                .one());
    }

    @Override
    public void close() {
        server.close();
    }
}
