package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
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
    void a_request_may_name_all_that_come_before() throws IOException {
        try (RawServer server = RawServer.answering(CREATED.formatted(""))) {
            String chargeback = "  chargeback: {role: reverse, after: refund,"
                    + " request: {method: POST, path: \"/${payment.id}/${refund.id}\"}}\n";
            Call call =
                    prepare(Targets.FULL.replace("operations:\n", "operations:\n" + chargeback), server, "chargeback");

            assertThat(call.request().path()).isEqualTo("/p-1/p-1");
        }
    }

    @Test
    void without_an_etag_such_a_request_cannot_be_made() throws IOException {
        try (RawServer server = RawServer.answering(CREATED.formatted(""))) {
            Judgement judgement = catchThrowableOfType(Judgement.class, () -> prepare(CHANGE, server, "change"));

            assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(judgement)
                    .hasMessage("the response of the payment has no ETag, which ${payment.etag} stands for");
            assertThat(prepare(CHANGE, server, "removal").request().method()).isEqualTo("DELETE");
        }
    }

    @Test
    void what_is_changed_again_depends_on_the_version_that_the_first_change_gave() throws IOException {
        try (RawServer server = RawServer.answering(CREATED.formatted("ETag: \"7\"\r\n"))) {
            Call change = prepare(CHANGE, server, "change");
            Answer changed = new Answer(200, List.of(new Header("ETag", "\"8\"")), "{}");

            Call again = calls(CHANGE, server).againAfter(change, changed);

            assertThat(again.request().header("If-Match")).hasValue("\"8\"");
        }
    }

    @Test
    void a_tenant_may_have_a_token_of_its_own() throws IOException {
        try (RawServer server = RawServer.answering(CREATED.formatted(""))) {
            String tenants =
                    "tenants: {north: {headers: {authorization: Bearer n}}, south: {headers: {authorization: Bearer s}}}\n";
            Calls calls = calls(CHANGE + tenants, server);
            Call call = prepare(CHANGE + tenants, server, "payment");

            assertThat(authorizations(call)).containsExactly("Bearer alice-secret");
            assertThat(authorizations(calls.by(calls.caller("bob"), call))).containsExactly("Bearer bob");
            assertThat(authorizations(calls.elsewhere(call))).containsExactly("Bearer s");
        }
    }

    private static List<String> authorizations(Call call) {
        return call.request().headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("Authorization"))
                .map(Header::value)
                .toList();
    }

    @Test
    void what_another_caller_sends_is_followed_to_its_end_as_that_caller() throws IOException {
        try (RawServer server = RawServer.answering(CREATED.formatted(""))) {
            String export = "  export: {role: create, request: {method: POST, path: /exports}, id: /id,"
                    + " poll: {at: Location, until: {/status: done}}}\n";
            String file = Targets.FULL.replace("operations:\n", "operations:\n" + export);
            Calls calls = calls(file, server);

            Call theirs = calls.by(calls.caller("bob"), prepare(file, server, "export"));

            assertThat(theirs.request().origin())
                    .isInstanceOfSatisfying(
                            Created.Expected.class,
                            expected -> assertThat(expected.credentials()).isEqualTo(calls.credentials("bob")));
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

    @Test
    void a_job_has_its_run_id_in_a_place_of_its_own_and_work_of_its_own() throws IOException {
        try (RawServer server = RawServer.answering(CREATED.formatted(""))) {
            Call call = prepare(Targets.FULL, server, "nightly");

            assertThat(call.request().body()).isEqualTo("{\"run\":\"" + call.key() + "\"}");
            assertThat(server.received().get(0).line()).startsWith("POST /payments");
            assertThat(server.received().get(0).body()).contains(call.unique());
        }
    }

    @Test
    void things_that_an_api_takes_for_one_are_not_work_for_several() throws IOException {
        try (RawServer server = RawServer.answering(CREATED.formatted(""))) {
            Call job = prepare(Targets.FULL, server, "nightly");
            Judgement judgement = catchThrowableOfType(
                    Judgement.class, () -> calls(Targets.FULL, server).layOut(job, 2));

            assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(judgement).hasMessage("there is less work for the nightly than was laid out");
        }
    }

    @Test
    void work_that_is_due_later_wants_a_clock() throws IOException {
        try (RawServer server = RawServer.answering(CREATED.formatted(""))) {
            String later = Targets.FULL.replace("work: {operation: payment}", "work: {operation: payment, due: 1h}");
            Judgement judgement = catchThrowableOfType(Judgement.class, () -> prepare(later, server, "nightly"));

            assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CHECKED);
            assertThat(judgement).hasMessageStartingWith("clock: the target file has no «clock»");
        }
    }

    private static Call prepare(String yaml, RawServer server, String operation) {
        Operation wanted =
                Objects.requireNonNull(file(yaml, server).target().operations().get(operation));
        return calls(yaml, server).prepare(wanted);
    }

    private static Calls calls(String yaml, RawServer server) {
        TargetFile file = file(yaml, server);
        return Lacking.calls(file, new Wire(Duration.ofSeconds(30)), new Journal(file.secrets()));
    }

    private static TargetFile file(String yaml, RawServer server) {
        return Targets.file(yaml.replace("http://127.0.0.1:1", server.uri().toString()));
    }
}
