package dev.samekey.server.replica;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.restassured.http.ContentType;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The API of payments, refunds and voids, as a client sees it. */
class PaymentsApiTest {
    private static TestServer server;

    private final String key = UUID.randomUUID().toString();
    private final String reference = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = TestServer.start("payments_api");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void a_payment_is_created_and_found_by_its_location_and_its_reference() {
        Response created = pay(1000);

        created.then()
                .statusCode(201)
                .header("Idempotency-Status", "stored")
                .body("amount", equalTo(1000))
                .body("currency", equalTo("EUR"));
        String id = created.path("id");
        alice().when().get(created.header("Location")).then().statusCode(200).body("id", equalTo(id));
        alice().queryParam("reference", reference)
                .when()
                .get("/payments")
                .then()
                .body("items.id", contains(id));
    }

    @Test
    void a_repeated_payment_is_replayed_on_every_replica() {
        Response first = pay(1000);

        for (String replica : server.server().urls()) {
            alice().baseUri(replica)
                    .header("Idempotency-Key", key)
                    .body(payment(1000))
                    .when()
                    .post("/payments")
                    .then()
                    .statusCode(201)
                    .header("Idempotency-Status", "replayed")
                    .header("Location", first.header("Location"))
                    .body(equalTo(first.asString()));
        }
        alice().queryParam("reference", reference)
                .when()
                .get("/payments")
                .then()
                .body("items", hasSize(1));
    }

    @Test
    void another_payload_under_the_key_is_refused_without_a_word_of_the_first() {
        String id = pay(1000).path("id");

        pay(1001)
                .then()
                .statusCode(409)
                .contentType("application/problem+json")
                .header("Idempotency-Status", nullValue())
                .body("code", equalTo("CONFLICT.idempotency.payload_mismatch"))
                .body(not(containsString(id)))
                .body(not(containsString(reference)));
    }

    @Test
    void a_payment_without_a_key_is_refused_and_not_taken() {
        alice().body(payment(1000))
                .when()
                .post("/payments")
                .then()
                .statusCode(400)
                .contentType("application/problem+json")
                .body("code", equalTo("VALIDATION.idempotency.key_missing"));

        alice().queryParam("reference", reference)
                .when()
                .get("/payments")
                .then()
                .body("items", empty());
    }

    @Test
    void refunds_of_a_payment_add_up() {
        String id = pay(1000).path("id");

        refund(key + "-1", id, 300).then().statusCode(201).header("Idempotency-Status", "stored");
        refund(key + "-2", id, 200).then().statusCode(201);
        refund(key + "-2", id, 200).then().statusCode(201).header("Idempotency-Status", "replayed");

        alice().when().get("/payments/{id}", id).then().body("refunded", equalTo(500));
        alice().queryParam("reference", reference)
                .when()
                .get("/refunds")
                .then()
                .body("items.amount.sum()", equalTo(500))
                .body("items.payment_id", everyItem(equalTo(id)))
                .body("items.findAll { it.amount > 200 }", hasSize(1));
    }

    @Test
    void a_refund_that_was_refused_is_replayed_as_a_refusal() {
        String id = pay(1000).path("id");
        Response refused = refund(key, id, 1001);

        refused.then()
                .statusCode(409)
                .header("Idempotency-Status", "stored")
                .body("code", equalTo("CONFLICT.refund.exceeds_remaining"));
        refund(key, id, 1001)
                .then()
                .statusCode(409)
                .header("Idempotency-Status", "replayed")
                .body(equalTo(refused.asString()));
    }

    @Test
    void a_void_is_replayed_and_a_second_void_is_a_conflict() {
        String id = pay(1000).path("id");
        Response voided = cancel(key, id);

        voided.then().statusCode(201);
        alice().when().get(voided.header("Location")).then().statusCode(200).body("payment_id", equalTo(id));
        cancel(key, id).then().header("Idempotency-Status", "replayed").body(equalTo(voided.asString()));
        cancel(key + "-2", id).then().statusCode(409).body("code", equalTo("CONFLICT.payment.voided"));
    }

    @Test
    void the_openapi_document_names_the_key_where_it_is_needed_and_what_is_refused() throws IOException {
        String yaml = given().baseUri(replica())
                .when()
                .get("/openapi.yaml")
                .then()
                .statusCode(200)
                .contentType("application/yaml")
                .extract()
                .asString();

        // The path language reads JSON only.
        JsonPath paths = JsonPath.from(new ObjectMapper().writeValueAsString(new YAMLMapper().readTree(yaml)))
                .setRootPath("paths");
        for (String path : List.of("/payments", "/payments/{id}/void", "/refunds")) {
            String post = "'" + path + "'.post";
            assertThat(paths.getList(post + ".parameters.findAll { it.required }.name"))
                    .contains("Idempotency-Key");
            assertThat(paths.getList(post + ".responses.'409'.content.'application/problem+json'"
                            + ".examples.collect { it.value.value.code }"))
                    .contains("CONFLICT.idempotency.payload_mismatch");
        }
    }

    private Response pay(long amount) {
        return alice().header("Idempotency-Key", key)
                .body(payment(amount))
                .when()
                .post("/payments");
    }

    private Response refund(String refundKey, String payment, long amount) {
        return alice().header("Idempotency-Key", refundKey)
                .body(Map.of("payment_id", payment, "amount", amount, "reference", reference))
                .when()
                .post("/refunds");
    }

    private Response cancel(String voidKey, String payment) {
        return alice().header("Idempotency-Key", voidKey)
                .body(Map.of("reference", reference))
                .when()
                .post("/payments/{id}/void", payment);
    }

    private Map<String, Object> payment(long amount) {
        return Map.of("amount", amount, "currency", "EUR", "payer", "p1", "payee", "m1", "reference", reference);
    }

    /** A request of Alice, who is one of the server's principals. */
    private static RequestSpecification alice() {
        return given().baseUri(replica())
                .auth()
                .preemptive()
                .oauth2("alice-token")
                .contentType(ContentType.JSON);
    }

    private static String replica() {
        return server.server().urls().get(0);
    }
}
