package dev.samekey.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.replica.Client.Reply;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PartnersApiTest {
    private static TestServer server;
    private static Client alice;

    private final String key = UUID.randomUUID().toString();
    private final String reference = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = TestServer.start("partners_api");
        alice = server.as("alice");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void a_partner_is_added_once_and_replayed_with_its_entity_tag() {
        Reply first = add();
        Reply again = server.elsewhere(alice).post("/partners", key, partner("Ann"));

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.header("ETag")).isEqualTo("\"1\"");
        assertThat(again.marker()).isEqualTo("replayed");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("ETag")).isEqualTo("\"1\"");
        assertThat(alice.get(first.header("Location")).body()).isEqualTo(first.body());
        assertThat(alice.count("/partners?reference=" + reference)).isEqualTo(1);
        assertThat(server.rows("partner_changes", reference)).isEqualTo(1);
    }

    @Test
    void an_update_moves_the_version_on_and_replays_even_when_it_is_outdated_by_itself() {
        String path = add().header("Location");
        Reply first = alice.send("PUT", path, key, partner("Bea"), "If-Match", "\"1\"");
        Reply again = alice.send("PUT", path, key, partner("Bea"), "If-Match", "\"1\"");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.header("ETag")).isEqualTo("\"2\"");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.marker()).isEqualTo("replayed");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(alice.get(path).header("ETag")).isEqualTo("\"2\"");
    }

    @Test
    void a_gift_is_ordered_once_however_often_its_first_attempts_fail() {
        String partner = add().json().path("id").asText();
        String body = """
                {"partner_id":"%s","gift":"watch","reference":"%s","note":"sandbox:unavailable_once"}""".formatted(partner, reference);
        Reply failed = alice.post("/rewards", "gift-" + key, body);
        Reply first = server.elsewhere(alice).post("/rewards", "gift-" + key, body);
        Reply again = alice.post("/rewards", "gift-" + key, body);

        assertThat(failed.status()).isEqualTo(503);
        assertThat(first.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(alice.count("/rewards?reference=" + reference)).isEqualTo(1);
        assertThat(server.rows("sandbox_shop_orders", reference)).isEqualTo(1);
    }

    @Test
    void an_update_of_an_outdated_version_changes_nothing() {
        String path = add().header("Location");
        Reply stale = alice.send("PUT", path, key, partner("Bea"), "If-Match", "\"0\"");

        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.code()).isEqualTo("CONFLICT.version.stale");
        assertThat(alice.get(path).text("name")).isEqualTo("Ann");
    }

    @Test
    void an_update_that_names_no_version_or_one_of_several_goes_through() {
        String path = add().header("Location");

        assertThat(alice.send("PUT", path, key + "1", partner("Bea")).status()).isEqualTo(200);
        assertThat(alice.send("PUT", path, key + "2", partner("Cid"), "If-Match", "\"9\", \"2\"")
                        .status())
                .isEqualTo(200);
        assertThat(alice.send("PUT", path, key + "3", partner("Dan"), "If-Match", "*")
                        .header("ETag"))
                .isEqualTo("\"4\"");
    }

    @Test
    void a_deletion_without_a_body_replays_without_a_body() {
        String path = add().header("Location");
        Reply first = alice.send("DELETE", path + "?reference=" + reference + "-d", key, "");
        Reply again = alice.send("DELETE", path + "?reference=" + reference + "-d", key, "");

        assertThat(first.status()).isEqualTo(204);
        assertThat(first.body()).isEmpty();
        assertThat(first.header("Content-Type")).isEmpty();
        assertThat(again.status()).isEqualTo(204);
        assertThat(again.marker()).isEqualTo("replayed");
        assertThat(again.body()).isEmpty();
        assertThat(alice.get(path).code()).isEqualTo("NOT_FOUND.partner");
        assertThat(alice.count("/partner-changes?reference=" + reference + "-d"))
                .isEqualTo(1);
    }

    @Test
    void a_deletion_with_another_reference_or_of_what_is_gone_is_refused() {
        String path = add().header("Location");
        alice.send("DELETE", path + "?reference=" + reference, key, "");

        assertThat(alice.send("DELETE", path + "?reference=other", key, "").code())
                .isEqualTo("CONFLICT.idempotency.payload_mismatch");
        assertThat(alice.send("DELETE", path + "?reference=" + reference, key + "2", "")
                        .code())
                .isEqualTo("NOT_FOUND.partner");
        assertThat(alice.send("DELETE", path, key + "3", "").code()).isEqualTo("VALIDATION.member");
    }

    @Test
    void a_commission_is_paid_once_and_its_key_lives_seven_days() {
        String body = commission(add().text("id"));
        Reply first = alice.post("/commissions", key, body);
        Reply again = alice.post("/commissions", key, body);

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(alice.count("/commissions?reference=" + reference)).isEqualTo(1);
        assertThat(server.rows("ledger_entries", reference)).isEqualTo(1);
        assertThat(days("POST /commissions")).isEqualTo(7);
        assertThat(days("POST /partners")).isEqualTo(1);
    }

    @Test
    void a_commission_to_nobody_is_a_failure_that_replays() {
        String body = commission(UUID.randomUUID().toString());

        assertThat(alice.post("/commissions", key, body).code()).isEqualTo("NOT_FOUND.partner");
        assertThat(alice.post("/commissions", key, body).marker()).isEqualTo("replayed");
    }

    private Reply add() {
        return alice.post("/partners", key, partner("Ann"));
    }

    private int days(String route) {
        return server.jdbi()
                .withHandle(handle -> handle.createQuery(
                                "select extract(day from expires_at - created_at) from idempotency_records"
                                        + " where key = :key and scope like '%' || :route")
                        .bind("key", key)
                        .bind("route", route)
                        .mapTo(Integer.class)
                        .one());
    }

    private String partner(String name) {
        return """
                {"name":"%s","email":"partner@example.org","reference":"%s"}""".formatted(name, reference);
    }

    private String commission(String partnerId) {
        return """
                {"partner_id":"%s","amount":500,"currency":"EUR","reference":"%s"}""".formatted(partnerId, reference);
    }
}
