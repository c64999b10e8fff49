package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Drafts from the kinds of documents that people have. */
class DraftedKindsTest {
    @TempDir
    private Path folder = Path.of("");

    private static String drafted(String document) {
        return new Draft(Document.of(YamlFile.of("api.yaml", document)), "api.yaml").toString();
    }

    private static Map<String, Operation> operations(String document) {
        return ReadBack.of(drafted(document)).target().operations();
    }

    private static Operation operation(String document, String name) {
        return Objects.requireNonNull(operations(document).get(name));
    }

    /** One POST with a body of that schema. */
    private static String taking(String schema) {
        return "openapi: 3.1.0\ninfo: {title: shop}\npaths: {/orders: {post: {requestBody: {content: {application/json: {schema: "
                + schema + "}}}, responses: {'201': {description: made}}}}}";
    }

    private static String body(String schema) {
        return String.valueOf(operation(taking(schema), "order").request().body());
    }

    /** A POST with that result, and the reading of one under a parameter of that name. */
    private static String making(String result, String parameter) {
        return "openapi: 3.0.3\ninfo: {title: shop}\npaths:\n  /parcels: {post: {responses: {'201': {description: made, content:"
                + " {application/json: {schema: " + result + "}}}}}}\n  /parcels/{" + parameter
                + "}: {get: {responses: {'200': {description: one}}}}\n";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{properties: {id: {type: string}}} | key | /id |",
                "{properties: {ParcelCode: {type: string}}} | parcel_code | /ParcelCode | guess",
                "{properties: {Data: {properties: {ParcelCode: {type: string}}}}} | ParcelCode | /Data/ParcelCode | guess",
                "{properties: {result: {properties: {number: {type: string}}}}} | parcel_number | /result/number | guess",
                "{properties: {parcel: {properties: {id: {type: string}}}}} | key | /parcel/id |",
            })
    void the_id_is_the_member_that_the_path_to_one_result_names(
            String result, String parameter, String pointer, String guess) {
        String document = making(result, parameter);

        assertThat(operation(document, "parcel").id()).isEqualTo(pointer);
        assertThat(operation(document, "parcel").read()).isEqualTo("/parcels/${parcel.id}");
        assertThat(drafted(document)).contains("id: " + pointer + (guess == null ? "\n" : "   # guess\n"));
    }

    @Test
    void a_result_whose_id_is_not_known_is_not_read() {
        String document = making("{properties: {weight: {type: integer}}}", "code");

        assertThat(operation(document, "parcel").read()).isNull();
        assertThat(drafted(document)).contains("# read: /parcels/${parcel.id}", "left out: the document does not say");
    }

    @Test
    void each_success_of_the_document_is_one() {
        String one = "openapi: 3.0.3\ninfo: {title: a}\npaths: {/a: {post: {responses: {%s: {description: a}}}}}";

        assertThat(operation(one.formatted("'201': {description: new}, '200'"), "a")
                        .success())
                .hasToString("200 or 201");
        assertThat(drafted(one.formatted("2XX"))).contains("success: 2xx");
    }

    @Test
    void a_reference_of_ones_own_is_new_for_each_request_wherever_it_stands() {
        assertThat(body(
                        "{properties: {lines: {type: array, items: {properties: {reference_id: {type: string}, invoice_id: {type: string}}}}},"
                                + " required: [lines]}"))
                .isEqualTo("{\"lines\":[{\"reference_id\":\"${unique}\",\"invoice_id\":\"${unique}\"}]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EndToEndIdentification",
                "reference_id",
                "external_id",
                "merchantReference",
                "invoice_id",
                "clientOrderId",
                "requestId",
                "MsgId",
                "MessageIdentification"
            })
    void a_name_of_ones_own_reference_is_known(String name) {
        assertThat(Words.isReference(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "paymentReference",
                "pspReference",
                "originalReference",
                "original_merchant_reference",
                "routing_number",
                "branch_code",
                "phone_number",
                "account_number",
                "client_id",
                "merchant_id",
                "external_account_id",
                "card_reference"
            })
    void a_reference_to_something_else_is_none_of_ones_own(String name) {
        assertThat(Words.isReference(name)).isFalse();
    }

    @Test
    void a_reference_of_a_bank_takes_a_new_value_and_one_of_the_original_keeps_its_own() {
        assertThat(
                        body(
                                "{required: [Data, Original], properties: {Data: {required: [EndToEndIdentification], properties:"
                                        + " {EndToEndIdentification: {type: string, maxLength: 35, pattern: '^[A-Za-z0-9]+$'}}},"
                                        + " Original: {required: [reference], properties: {reference: {type: string, example: r-1}}}}}"))
                .isEqualTo(
                        "{\"Data\":{\"EndToEndIdentification\":\"${unique}\"},\"Original\":{\"reference\":\"r-1\"}}");
    }

    @Test
    void a_reference_without_room_is_a_guess_with_its_place() {
        assertThat(drafted(taking(
                        "{required: [lines], properties: {lines: {type: array, items: {required: [invoice_id], properties: {invoice_id:"
                                + " {type: string, maxLength: 12}}}}}}")))
                .contains("guess: /lines/0/invoice_id may be told apart", "which has 20 letters and digits");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"phone\":\"+4930123456\",\"routing_number\":\"110000000\",\"orderCode\":\"A-2024-17\"} | orderCode",
                "{\"branch_code\":\"123456\",\"due\":{\"original\":{\"reference\":\"r-1\"}},\"memo\":\"x\"} | memo",
                "{\"iban\":\"DE89370400440532013000\",\"dueDate\":\"2030-01-15\",\"card_number\":\"4111111111111111\"} | ",
            })
    void a_recorded_number_of_something_else_is_not_replaced(String recorded, String member) {
        String marked = Leaves.marked(BodyKind.JSON, JsonFile.tree(recorded)).toString();

        assertThat(marked.split("unique", -1)).hasSize(member == null ? 1 : 2);
        assertThat(member == null ? marked : marked.substring(marked.indexOf("\"" + member)))
                .contains(member == null ? "2030" : member + "\":\"${unique}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "currency | {type: string} | EUR",
                "Currency | {type: string, pattern: '^[A-Z]{3}$'} | EUR",
                "shipping_country | {type: string, minLength: 3, maxLength: 3} | DEU",
                "iban | {type: string} | DE89370400440532013000",
                "sum | {type: string, format: decimal} | 10.00",
                "price | {type: string, pattern: '^\\d+\\.\\d{2}$'} | 10.00",
                "due_date | {type: string} | 2030-01-15",
                "contact_phone | {type: string, pattern: '^\\+[0-9]{8,14}$'} | +4930123456",
                "kind | {type: string, default: parcel} | parcel",
                "kind | {type: string, examples: [letter]} | letter",
                "kind | {enum: [box, bag]} | box",
                "kind | {type: string, example: [letter, parcel]} | letter",
                "kind | {type: string, example: 1715} | 1715",
                "kind | {type: string, enum: [715, 716]} | 715",
                "kind | {type: [string, 'null'], example: true} | true",
            })
    void a_value_fits_what_the_schema_and_the_name_say(String name, String schema, String value) {
        assertThat(body("{required: [" + name + "], properties: {" + name + ": " + schema + "}}"))
                .isEqualTo("{\"" + name + "\":\"" + value + "\"}");
    }

    @Test
    void an_example_of_another_type_is_not_taken() {
        assertThat(body(
                        "{properties: {weight: {type: integer, example: heavy}, size: {type: integer, example: [7, 8]}},"
                                + " required: [weight]}"))
                .isEqualTo("{\"weight\":1000,\"size\":7}");
    }

    @Test
    void a_header_that_is_secret_is_a_variable() {
        assertThat(drafted(
                        "openapi: 3.0.3\npaths: {/a: {post: {parameters: [{in: header, name: X-Jws-Signature, required: true,"
                                + " schema: {type: string}}], responses: {'200': {description: b}}}}}"))
                .contains("X-Jws-Signature: \"${env:X_JWS_SIGNATURE}\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"^[A-Z]{2}-\\d{6}$", "^(red|green)[0-9a-f]{4}$", "^\\w{3,8}$", "[XYZ]\\d+", "^(?:19|20)\\d\\d$"})
    void a_value_fits_its_pattern(String pattern) {
        String drafted = body("{required: [colour], properties: {colour: {type: string, pattern: '" + pattern + "'}}}");

        assertThat(drafted.substring("{\"colour\":\"".length(), drafted.length() - 2))
                .containsPattern(pattern);
    }

    @Test
    void a_text_of_which_nothing_is_known_is_called_a_guess() {
        assertThat(drafted(taking("{required: [colour], properties: {colour: {type: string}}}")))
                .contains("request:   # guess: made of the schema; of /colour nothing says what it looks like");
    }

    @Test
    void what_stands_beside_a_reference_counts_since_3_1() {
        String document =
                taking("{required: [sum, unit], properties: {sum: {$ref: '#/components/schemas/Sum', maximum: 40},"
                                + " unit: {$ref: '#/components/schemas/Unit', enum: [kg, lb]}}}")
                        + "\ncomponents: {schemas: {Sum: {type: integer, maximum: 90}, Unit: {type: string}}}";

        assertThat(String.valueOf(operation(document, "order").request().body()))
                .isEqualTo("{\"sum\":40,\"unit\":\"kg\"}");
        assertThat(String.valueOf(operation(document.replace("3.1.0", "3.0.3"), "order")
                        .request()
                        .body()))
                .isEqualTo("{\"sum\":90,\"unit\":\"text\"}");
    }

    @Test
    void an_example_of_what_a_reference_names_gives_way_to_what_stands_beside_it() {
        String document =
                taking("{required: [sum, unit, per], properties: {sum: {$ref: '#/components/schemas/Sum', minimum: 50},"
                                + " unit: {$ref: '#/components/schemas/Unit', const: lb},"
                                + " per: {$ref: '#/components/schemas/Unit', enum: [oz, lb]}}}")
                        + "\ncomponents: {schemas: {Sum: {type: integer, maximum: 90, example: 10, examples: [20, 60]},"
                        + " Unit: {enum: [kg, lb], default: kg}}}";

        assertThat(String.valueOf(operation(document, "order").request().body()))
                .isEqualTo("{\"sum\":60,\"unit\":\"lb\",\"per\":\"lb\"}");
        assertThat(String.valueOf(operation(document.replace("3.1.0", "3.0.3"), "order")
                        .request()
                        .body()))
                .isEqualTo("{\"sum\":10,\"unit\":\"kg\",\"per\":\"kg\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "/parcels, CREATE, parcel",
        "/parcels/{id}, UPDATE, parcel-change",
        "/parcels/{id}/capture, UPDATE, capture",
        "/parcels/{id}/confirm, UPDATE, confirm",
        "/parcels/{id}/cancel, REVERSE, cancel",
        "/parcels/{id}/void, REVERSE, void",
        "/parcels/{id}/refund, REVERSE, refund",
        "/parcels/{id}/reverse, REVERSE, parcel-reverse",
        "/parcels/{id}:cancel, REVERSE, cancel",
        "/parcels/capture, UPDATE, capture",
        "/parcels/create, CREATE, parcel-parcel",
    })
    void the_end_of_a_path_says_the_role(String path, Role role, String name) {
        String document = "openapi: 3.0.3\ninfo: {title: a}\npaths:\n  /parcels: {post: {responses: {}}}\n"
                + (path.equals("/parcels") ? "" : "  " + path + ": {post: {responses: {}}}\n");

        assertThat(operations(document)).containsKey(name);
        assertThat(operation(document, name).role()).isEqualTo(role);
    }

    @ParameterizedTest
    @CsvSource({
        "/parcels/search, x, x",
        "/rates, getRates, x",
        "/rates, x, List the rates",
        "/addresses/validate, x, x",
        "/quote, x, x",
        "/transfer/get, x, x"
    })
    void a_post_that_only_reads_has_no_role(String path, String id, String summary) {
        String document = "openapi: 3.0.3\ninfo: {title: a}\npaths:\n  /parcels: {post: {responses: {}}}\n  " + path
                + ": {post: {operationId: " + id + ", summary: " + summary + ", responses: {}}}\n";

        assertThat(operations(document)).containsOnlyKeys("parcel");
        assertThat(drafted(document)).contains("# Left out: POST " + path + " (only reads, by what it is called)");
    }

    @ParameterizedTest
    @CsvSource({
        "Mollie API, https://x.example, mollie",
        "Payments, https://checkout-test.adyen.com/v71, adyen",
        "Modern Treasury, https://x.example, modern-treasury",
        "Square Connect API, https://connect.squareup.com, square-payments",
        "Transfers, https://api.transferwise.com, wise"
    })
    void who_offers_the_api_tells_the_nearest_dialect(String title, String host, String dialect) {
        assertThat(drafted(keyed(title, host)))
                .contains("By its name, the nearest shipped dialect is " + dialect + ",");
    }

    @Test
    void of_several_dialects_none_is_called_near_where_nothing_tells() {
        assertThat(drafted(keyed("Shop", "https://shop.example")))
                .contains(
                        "These shipped dialects have the same key, and nothing here says which is nearest: ", "mollie")
                .doesNotContain("0 of 0", "The nearest");
    }

    private static String keyed(String title, String host) {
        return "openapi: 3.0.3\ninfo: {title: " + title + "}\nservers: [{url: '" + host
                + "'}]\npaths: {/a: {post: {parameters:"
                + " [{name: Idempotency-Key, in: header, schema: {type: string}}], responses: {}}}}";
    }

    @Test
    void an_operation_whose_key_is_elsewhere_says_where() {
        String header = "parameters: [{in: header, name: Idempotency-Key, required: true, schema: {type: string}}], ";
        String document = "openapi: 3.0.3\ninfo: {title: a}\npaths:\n"
                + "  /orders: {post: {" + header + "responses: {'201': {description: a}}}}\n"
                + "  /bags: {post: {" + header + "responses: {'201': {description: a}}}}\n"
                + "  /hats: {post: {" + header.replace("Idempotency-Key", "X-Idempotency-Token")
                + "responses: {'201': {description: a}}}}\n"
                + "  /bills: {post: {requestBody: {content: {application/json: {schema: {required: [idempotency_key, note], properties:"
                + " {idempotency_key: {type: string}, note: {type: string}}}}}}, responses: {'201': {description: a}}}}\n"
                + "  /notes: {post: {responses: {'201': {description: a}}}}\n";

        assertThat(Objects.requireNonNull(operation(document, "hat").key()).header())
                .isEqualTo("X-Idempotency-Token");
        assertThat(operation(document, "hat").request().headers()).isNullOrEmpty();
        assertThat(String.valueOf(
                        Objects.requireNonNull(operation(document, "bill").key())
                                .member()))
                .isEqualTo("/idempotency_key");
        assertThat(operation(document, "bill").request().body()).hasToString("{\"note\":\"${unique}\"}");
        assertThat(operation(document, "order").key()).isNull();
        assertThat(operations(document)).doesNotContainKey("note");
    }

    @Test
    void a_credential_that_is_missing_is_no_missing_key() {
        String document =
                "openapi: 3.0.3\ninfo: {title: a}\npaths: {/a: {post: {parameters: [{in: header, name: Idempotency-Key,"
                        + " schema: {type: string}}], responses: {'201': {description: a}, '401': {description: The API key is missing},"
                        + " '403': {description: 'No subscription-key was given'}, '400': {description: %s}}}}}\n";

        assertThat(drafted(document.formatted("Something is wrong"))).doesNotContain("missing_key");
        Refusal missing = ReadBack.of(drafted(document.formatted("The idempotency key is missing")))
                .contract()
                .refusal(Reason.MISSING_KEY);
        assertThat(Objects.requireNonNull(missing).statuses()).containsExactly(400);
    }

    private static final String SHOP = """
            openapi: 3.0.3
            paths:
              /orders: {post: {operationId: createOrder, tags: [Orders], responses: {'201': {description: a, content: {application/json: {schema: {properties: {id: {type: string}}}}}}}}}
              /orders/{id}/cancel: {post: {operationId: cancelOrder, responses: {'200': {description: a}}}}
              /ordersets: {post: {tags: [sets], responses: {'201': {description: a}}}}
              /sessions/token: {post: {responses: {'201': {description: a}}}}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cancelOrder | | | order cancel",
                "post /ordersets | | | orderset",
                "| orders | | order",
                "| sets | /orders | order cancel orderset",
                "| | /orders/{id} | order cancel"
            })
    void some_of_many_operations_are_drafted_with_what_comes_before(String id, String tag, String path, String names) {
        Wanted wanted = new Wanted(list(id), list(tag), list(path));
        Draft draft = new Draft(Document.of(YamlFile.of("api.yaml", SHOP)), "api.yaml", wanted);

        assertThat(draft.operations()).containsOnlyKeys(names.split(" "));
        assertThat(ReadBack.of(draft.toString()).target().operations()).containsOnlyKeys(names.split(" "));
        assertThat(draft.leftOut()).isEmpty();
    }

    private static List<String> list(@Nullable String one) {
        return one == null ? List.of() : List.of(one);
    }

    @Test
    void an_operation_that_is_not_there_is_refused_with_the_nearest() {
        Document document = Document.of(YamlFile.of("api.yaml", SHOP));

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(
                        () -> new Draft(document, "api.yaml", new Wanted(List.of("creatOrder"), List.of(), List.of())))
                .withMessageContaining("under «creatOrder»; did you mean «createOrder»?");
    }

    @Test
    void hundreds_of_operations_with_shared_schemas_take_seconds() {
        StringBuilder document = new StringBuilder("openapi: 3.0.3\ncomponents:\n  schemas:\n");
        for (int i = 0; i < 40; i++) {
            document.append(
                    "    S%d: {required: [a, b], properties: {a: {$ref: '#/components/schemas/S%d'}, b: {$ref: '#/components/schemas/S%d'}, id: {type: string}}}\n"
                            .formatted(i, (i * 7 + 1) % 40, (i * 3 + 2) % 40));
        }
        document.append("paths:\n");
        for (int i = 0; i < 700; i++) {
            document.append(
                    "  /t%d: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/S%d'}}}}, responses: {'201': {description: a}}}}\n"
                            .formatted(i, i % 40));
        }
        Document read = Document.of(YamlFile.of("api.yaml", document.toString()));
        // The time of this thread does not count what others do to the machine.
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();

        assertThat(new Draft(read, "api.yaml").operations()).hasSize(700);
        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - start)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void what_a_document_keeps_in_files_beside_it_belongs_to_it() throws IOException {
        Files.createDirectories(folder.resolve("paths"));
        Files.writeString(
                folder.resolve("api.yaml"),
                "openapi: 3.0.3\ninfo: {title: a}\npaths:\n  /parcels: {$ref: paths/parcels.yaml}\n  /bags: {post: {$ref: 'paths/bag.yaml'}}\n");
        Files.writeString(
                folder.resolve("paths/parcels.yaml"),
                "post: {requestBody: {content: {application/json: {schema: {$ref: '../common.yaml#/components/schemas/Parcel'}}}}, responses: {}}\n");
        Files.writeString(
                folder.resolve("paths/bag.yaml"),
                "parameters: [{name: Idempotency-Key, in: header}]\nresponses: {'201': {description: made}}\n");
        Files.writeString(
                folder.resolve("common.yaml"),
                "components: {schemas: {Weight: {type: integer, maximum: 7}, Parcel: {required: [weight], properties: {weight: {$ref: '#/components/schemas/Weight'}}}}}\n");
        Document document = Document.read("api.yaml", folder, Network.direct());

        assertThat(new Draft(document, "api.yaml").toString())
                .contains("path: /bags", "name: Idempotency-Key", "success: 201");
        assertThat(SampleBodies.sample(document.unsafe().get(0))).hasToString("{\"weight\":7}");
    }

    @Test
    void a_file_that_is_not_there_is_refused_with_its_name() throws IOException {
        Files.writeString(folder.resolve("api.yaml"), "openapi: 3.0.3\npaths: {/a: {post: {$ref: gone.yaml}}}\n");

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> new Draft(Document.read("api.yaml", folder, Network.direct()), "api.yaml"))
                .withMessageContaining("refers to «gone.yaml» in another document");
    }

    @Test
    void a_control_character_of_json_is_read_and_one_of_yaml_has_its_line() {
        String json =
                "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"a\u0080b\"},\"paths\":{\"/a\":{\"post\":{\"summary\":\"c\u0080\u007fd\"}}}}";

        assertThat(operations(json)).containsOnlyKeys("a");
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> drafted("openapi: 3.0.3\ninfo: {title: \"a\u0080b\"}\n"))
                .withMessageContaining("api.yaml:2: is not YAML: it has the control character U+0080");
    }

    @Test
    void no_operation_comes_after_itself_by_whatever_detour() {
        Map<String, Operation> operations = operations("""
                openapi: 3.0.3
                info: {title: disks}
                paths:
                  /volumes: {post: {requestBody: {content: {application/json: {schema: {required: [snapshot_id], properties: {snapshot_id: {type: string}}}}}}, responses: {'201': {description: made}}}}
                  /volumes/{id}/snapshots: {post: {responses: {'201': {description: made}}}}
                """);

        assertThat(Objects.requireNonNull(operations.get("snapshot")).after()).isEqualTo("volume");
        assertThat(Objects.requireNonNull(operations.get("volume")).after()).isNull();
    }

    @Test
    void an_example_that_looks_like_a_placeholder_is_a_text() {
        assertThat(body("{properties: {format: {type: string, example: '${NAMESPACE}-x'}}}"))
                .isEqualTo("{\"format\":\"{NAMESPACE}-x\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/#Target=Make | /",
                "/orders/{name}/pay | /orders/a%20b%7Cc/pay",
                "/pull orders/{name}/pay | /pull%20orders/a%20b%7Cc/pay",
            })
    void a_path_is_one_that_can_be_sent(String template, String path) {
        String document = "openapi: 3.0.3\ninfo: {title: shop}\npaths: {\"" + template
                + "\": {put: {operationId: make, parameters: [{name: name, in: path, required: true, example: 'a b|c'}],"
                + " responses: {'200': {description: made}}}, post: {operationId: x, parameters: [{name: name, in: path,"
                + " required: true, example: 'a b|c'}], responses: {'200': {description: made}}}}}";

        assertThat(operations(document).values())
                .anySatisfy(one -> assertThat(one.request().path()).isEqualTo(path));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "multipart/form-data | {properties: {note: {type: string}}} | {\"note\":\"${unique}\"}",
                "multipart/form-data | {type: object} | {\"file\":{\"value\":\"a file\",\"filename\":\"file.bin\",\"type\":\"application/octet-stream\"}}",
                "application/x-www-form-urlencoded | {type: string, example: a=1&b=x} | {\"a\":\"1\",\"b\":\"x\"}",
                "application/x-www-form-urlencoded | {type: array, items: {type: string}} | {\"text\":\"text\"}",
            })
    void a_form_has_fields_however_it_is_described(String type, String schema, String body) {
        String document = taking(schema).replace("application/json", type);

        assertThat(String.valueOf(operation(document, "order").request().body()))
                .isEqualTo(body);
    }

    @Test
    void a_key_in_the_body_is_not_looked_for_in_a_body_without_members() {
        Map<String, Operation> operations = operations("""
                openapi: 3.0.3
                info: {title: shop}
                paths:
                  /orders: {post: {requestBody: {content: {application/json: {schema: {properties: {idempotency_token: {type: string}}}}}}, responses: {'201': {description: made}}}}
                  /notes: {post: {requestBody: {content: {text/xml: {schema: {properties: {idempotency_token: {type: string}}}}}}, responses: {'201': {description: made}}}}
                """);

        assertThat(operations).containsOnlyKeys("order");
    }

    /** The path, its method, id and summary, what else is under the path, and the role. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/hooks/payments | post | | | | EVENT",
                "/webhooks | post | createWebhook | | /webhooks/{id}: {delete: {responses: {}}} | CREATE",
                "/callbacks/{id}/complete | post | | | | UPDATE",
                "/shops/{id}/settings | put | | Update the settings | | UPDATE",
                "/user/name | put | | Update your name | | UPDATE",
                "/transfers | put | | Creates a transfer | | CREATE",
                "/keys/{id} | put | updateKey | | | UPDATE",
                "/orders/{id}/shipping | post | createShipping | | | CREATE",
                "/products/stockcode | post | | Update the stock code | | UPDATE",
                "/bridge.json | post | BridgeUpdate | | | UPDATE",
                "/transfers/{id}/returns | post | | | | REVERSE",
            })
    void a_role_is_guessed_from_what_an_operation_says_it_does(
            String path, String method, String id, String summary, String beside, Role role) {
        String document = "openapi: 3.0.3\ninfo: {title: shop}\npaths:\n  " + path + ": {" + method
                + ": {operationId: \""
                + Objects.requireNonNullElse(id, "") + "\", summary: \"" + Objects.requireNonNullElse(summary, "")
                + "\", responses: {'200': {description: done}}}}\n"
                + (beside == null ? "" : "  " + beside + "\n");

        assertThat(operations(document).values().stream()
                        .filter(one -> one.request().method().equalsIgnoreCase(method)))
                .extracting(Operation::role)
                .contains(role);
    }

    /** Parameters of the listing, its result, and how effects are counted then. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: reference, in: query} | {properties: {data: {type: array}}} | /orders?reference=${unique} | /data | {}",
                "{name: page_size, in: query, schema: {maximum: 50}} | {properties: {links: {type: array}, data: {type: array, items:"
                        + " {properties: {reference: {type: string}}}}}} | /orders?page_size=50 | /data | {/reference=\"${unique}\"}",
                "{name: limit, in: query} | {type: array, items: {properties: {reference: {type: string}}}} | /orders?limit=100 | ''"
                        + " | {/reference=\"${unique}\"}",
            })
    void effects_are_counted_in_the_listing_of_the_collection(
            String parameter, String result, String path, String count, String where) {
        String document = "openapi: 3.0.3\ninfo: {title: shop}\npaths: {/orders: {post: {requestBody: {content:"
                + " {application/json: {schema: {required: [reference], properties: {reference: {type: string}}}}}}, responses:"
                + " {'201': {description: made}}}, get: {parameters: [" + parameter
                + "], responses: {'200': {description: all,"
                + " content: {application/json: {schema: " + result + "}}}}}}}";

        Operation.Effects effects =
                Objects.requireNonNull(operation(document, "order").effects());
        assertThat(effects.list()).singleElement().satisfies(listing -> {
            assertThat(listing.path()).isEqualTo(path);
            assertThat(listing.count()).isEqualTo(count);
            assertThat(listing.where()).hasToString(where);
        });
    }

    @Test
    void what_belongs_to_a_thing_of_its_own_is_counted_there() {
        Map<String, Operation> operations = operations("""
                openapi: 3.0.3
                info: {title: shop}
                paths:
                  /orders: {post: {responses: {'201': {description: made}}}}
                  /orders/{id}/refunds:
                    post: {responses: {'201': {description: made}}}
                    get: {responses: {'200': {description: all, content: {application/json: {schema: {properties: {items: {type: array}}}}}}}}
                """);

        assertThat(Objects.requireNonNull(
                                Objects.requireNonNull(operations.get("refund")).effects())
                        .list())
                .singleElement()
                .satisfies(listing -> assertThat(listing.path()).isEqualTo("/orders/${order.id}/refunds"));
    }
}
