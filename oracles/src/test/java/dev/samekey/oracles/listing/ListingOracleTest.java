package dev.samekey.oracles.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.Stub;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.http.Fetch;
import dev.samekey.testing.Ports;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListingOracleTest {
    private final ListingOracle oracle = new ListingOracle(new Fetch(Duration.ofSeconds(30)));

    @Test
    void the_items_of_an_array_count() {
        try (Stub stub = new Stub()) {
            URI uri = stub.answering("/x?u=1", 200, "{\"items\": [{}, {}]}");

            Seen<Long> seen = oracle.count(uri, Map.of("Authorization", "Bearer a"), "/items");

            assertThat(seen.value()).isEqualTo(2);
            assertThat(seen.evidence())
                    .isEqualTo(new Evidence(
                            EvidenceKind.ITEMS, "GET " + uri, "application/json", "{\"items\": [{}, {}]}"));
            assertThat(stub.asked("Authorization")).isEqualTo("Bearer a");
        }
    }

    @Test
    void the_whole_body_may_be_the_array() {
        assertThat(count("[]", "")).isZero();
        assertThat(count("[1, 2, 3]", "")).isEqualTo(3);
    }

    @Test
    void pages_that_link_to_one_another_count_together() {
        try (Stub stub = new Stub()) {
            URI first = stub.answering("/x?u=1", 200, "{\"items\": [{}, {}], \"next\": \"/x?u=1&after=b\"}");
            stub.answering("/x?u=1&after=b", 200, "{\"items\": [{}], \"next\": null}");

            assertThat(oracle.items(first, Map.of(), "/items", Map.of(), new Paging("/next", null, null, null))
                            .value()
                            .count())
                    .isEqualTo(3);
        }
    }

    @Test
    void a_cursor_leads_from_page_to_page() {
        try (Stub stub = new Stub()) {
            URI first = stub.answering("/x?u=1", 200, "{\"items\": [{}, {}], \"cursor\": \"a b\"}");
            stub.answering("/x?u=1&after=a+b", 200, "{\"items\": [{}], \"cursor\": \"\"}");

            assertThat(oracle.items(first, Map.of(), "/items", Map.of(), new Paging(null, "/cursor", "after", null))
                            .value()
                            .count())
                    .isEqualTo(3);
        }
    }

    @Test
    void numbered_pages_end_with_an_empty_one() {
        try (Stub stub = new Stub()) {
            URI first = stub.answering("/x?u=1", 200, "[1, 2]");
            stub.answering("/x?u=1&page=2", 200, "[3]");
            stub.answering("/x?u=1&page=3", 200, "[]");

            assertThat(oracle.items(first, Map.of(), "", Map.of(), new Paging(null, null, "page", null))
                            .value()
                            .count())
                    .isEqualTo(3);
        }
    }

    @Test
    void pages_without_end_and_pages_elsewhere_are_silence() {
        try (Stub stub = new Stub()) {
            Paging link = new Paging("/next", null, null, null);
            URI circle = stub.answering("/circle", 200, "{\"items\": [{}], \"next\": \"/circle\"}");
            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(() -> oracle.items(circle, Map.of(), "/items", Map.of(), link))
                    .withMessageContaining("more than 100 pages");
            URI away = stub.answering("/away", 200, "{\"items\": [], \"next\": \"http://other.example/x\"}");
            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(() -> oracle.items(away, Map.of(), "/items", Map.of(), link))
                    .withMessageContaining("leads to another host");
        }
    }

    @Test
    void a_number_counts_itself() {
        assertThat(count("{\"page\": {\"total\": 7}}", "/page/total")).isEqualTo(7);
    }

    @Test
    void nothing_to_count_is_silence() {
        assertSilent("{\"data\": []}", "/items", "neither an array nor a number at «/items»");
        assertSilent("{\"items\": {}}", "/items", "neither an array nor a number");
        assertSilent("{\"items\": \"2\"}", "/items", "neither an array nor a number");
        assertSilent("{\"items\": 1.5}", "/items", "neither an array nor a number");
        assertSilent("", "/items", "neither an array nor a number");
    }

    @Test
    void what_is_no_json_is_silence() {
        assertSilent("<html>", "/items", "did not answer with JSON");
    }

    @Test
    void an_error_is_silence() {
        try (Stub stub = new Stub()) {
            assertSilent(stub.answering("/x", 500, "[]"), "", "answered 500");
            assertSilent(stub.cutting("/x"), "", "was not answered");
        }
    }

    @Test
    void an_answer_that_drips_is_left_after_the_limit() {
        ListingOracle hasty = new ListingOracle(new Fetch(Duration.ofMillis(300)));
        try (Stub stub = new Stub()) {
            URI uri = stub.dripping("/x", "[1, 2, 3, 4]", 1500);

            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(() -> hasty.count(uri, Map.of(), ""))
                    .withMessageContaining("was not answered whole within 300 ms");
        }
    }

    @Test
    void nobody_there_is_silence() {
        URI gone = Ports.nobody();
        assertSilent(gone, "", "was not answered");
    }

    private long count(String body, String pointer) {
        try (Stub stub = new Stub()) {
            return oracle.count(stub.answering("/x", 200, body), Map.of(), pointer)
                    .value();
        }
    }

    private void assertSilent(String body, String pointer, String message) {
        try (Stub stub = new Stub()) {
            assertSilent(stub.answering("/x", 200, body), pointer, message);
        }
    }

    private void assertSilent(URI uri, String pointer, String message) {
        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(() -> oracle.count(uri, Map.of(), pointer))
                .withMessageContaining(message);
    }
}
