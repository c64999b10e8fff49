package dev.samekey.steps.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.samekey.steps.http.Header;
import dev.samekey.steps.http.RawServer;
import dev.samekey.steps.http.Wire;
import dev.samekey.steps.target.Operation;
import dev.samekey.steps.target.TargetFile;
import dev.samekey.steps.target.Targets;
import dev.samekey.steps.verdict.Judgement;
import dev.samekey.steps.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CallsTest {
    private static final String CREATED = "HTTP/1.1 201 Created\r\nContent-Length: 13\r\n%s\r\n{\"id\": \"p-1\"}";
    private static final String CHANGE = Targets.FULL.replace(
            "request: {method: PUT,", "request: {method: PUT, headers: {If-Match: \"${payment.etag}\"},");

    @Test
    void a_request_may_carry_the_etag_of_what_comes_before() throws IOException {
        try (RawServer server = RawServer.answering(CREATED.formatted("ETag: \"7\"\r\n"))) {
            Call call = prepare(CHANGE, server, "change");

            assertThat(call.request().headers()).contains(new Header("If-Match", "\"7\""));
            assertThat(call.request().path()).isEqualTo("/payments/p-1");
        }
    }

    @Test
    void without_an_etag_such_a_request_cannot_be_made() throws IOException {
        try (RawServer server = RawServer.answering(CREATED.formatted(""))) {
            Judgement judgement = catchThrowableOfType(Judgement.class, () -> prepare(CHANGE, server, "change"));

            assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(judgement).hasMessage("the answer of the payment has no ETag, which ${payment.etag} stands for");
            assertThat(prepare(CHANGE, server, "removal").request().method()).isEqualTo("DELETE");
        }
    }

    @Test
    void the_first_tenant_is_meant_where_nothing_else_is_said() throws IOException {
        try (RawServer server = RawServer.answering(CREATED.formatted(""))) {
            String tenants = "tenants: {north: {headers: {X-Tenant: n}}, south: {headers: {X-Tenant: s}}}\n";
            Call call = prepare(CHANGE + tenants, server, "refund");

            assertThat(call.request().headers()).contains(new Header("X-Tenant", "n"));
            assertThat(server.received().get(0).header("X-Tenant")).containsExactly("n");
        }
    }

    private static Call prepare(String yaml, RawServer server, String operation) {
        TargetFile file =
                Targets.file(yaml.replace("http://127.0.0.1:1", server.uri().toString()));
        Calls calls = new Calls(
                file.target(),
                new Keys(file.contract()),
                new Wire(Duration.ofSeconds(30)),
                new Journal(file.secrets()));
        Operation wanted = Objects.requireNonNull(file.target().operations().get(operation));
        return calls.prepare(wanted);
    }
}
