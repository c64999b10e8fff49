package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A body that cannot be sent as what it is, or whose intent cannot be found in it, is refused with the file and the line. */
class BodiesOfTargetFilesTest {
    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    application/xml | body: {a: 1} | {} | acme.yaml:10: operations.order.request.body: should be one text
                    application/xml | body: <a> | {} | acme.yaml:10: operations.order.request.body: is no XML: in its line 1
                    application/xml | body: '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>' | {} | has a document type, which is not read
                    text/xml | body: '<?xml version="1.0" encoding="ISO-8859-1"?><a/>' | {} | is sent in UTF-8, and says that it is in ISO-8859-1
                    application/soap+xml | body: <a><b>1</b></a> | {/a/c: 2} | acme.yaml:11: operations.order.intent./a/c: finds nothing in the request's body: write an XPath such as /payment/amount
                    application/xml | body: <a xmlns="urn:a"><b>1</b></a> | {/a/b: 2} | an element of a default namespace is found as /*[local-name()=
                    application/xml | body: <a><b>1</b><b>2</b></a> | {/a/b: 2} | finds 2 nodes in the request's body, and should find one
                    application/xml | body: <a><b>1</b></a> | {/a: 2} | finds an element that has elements
                    application/xml | body: <a><b>1</b></a> | {'/a/[': 2} | is no XPath of an element or attribute such as
                    application/xml | body: <a><b>1</b></a> | {'count(/a)': 2} | is no XPath of an element or attribute such as
                    text/plain | body: sum 1 | {sum 2: sum 3} | does not stand in the text of the request's body
                    text/plain | body: sum 1 sum 1 | {sum 1: sum 3} | stands more than once in the text
                    text/plain | body: sum ${unique} | {'${unique}': sum 3} | should be a passage of the text without ${…}
                    multipart/form-data | body: text | {} | acme.yaml:10: operations.order.request.body: should be a mapping of the parts by their names
                    multipart/form-data | body: {} | {} | should be a mapping of the parts by their names
                    multipart/form-data; boundary=x | body: {a: 1} | {} | has a boundary in its Content-Type, which Samekey writes
                    multipart/form-data | body: {a: [1, 2]} | {} | operations.order.request.body.a: should be a text, or {value: …} or {file: scan.pdf}
                    multipart/form-data | body: {a: {value: 1, file: b}} | {} | should be a text, or {value: …} or {file: scan.pdf}
                    multipart/form-data | body: {a: {value: 1, name: b}} | {} | operations.order.request.body.a.name: is not known: a part has
                    multipart/form-data | body: {amount: 1} | {amont: 2} | operations.order.intent.amont: names no part of the request's body; did you mean «amount»?
                    multipart/form-data | body: {scan: {file: none.pdf}} | {} | operations.order.request.body.scan.file: there is no file
                    multipart/form-data | body_file: data.bin | {} | is not for «multipart/form-data»: write its fields in «body»
                    multipart/mixed | body: a | {} | only multipart/form-data can
                    application/octet-stream | body: a | {} | write «body_file: data.bin» in place of it
                    application/pdf | body_file: none.pdf | {} | acme.yaml:10: operations.order.request.body_file: there is no file
                    application/pdf | body_file: . | {} | «.» is a folder, and should be a file
                    application/pdf | body_file: large.bin | {} | «large.bin» has 10485761 bytes, and no more than 10485760 are sent
                    application/pdf | body_file: data.bin | {/amount: 2} | write {body_file: other.bin}, and the other file takes its place
                    application/pdf | body_file: data.bin | {body_file: none.bin} | acme.yaml:11: operations.order.intent.body_file: there is no file
                    text/plain | body_file: data.bin | {} | «data.bin» is not in UTF-8, and «text/plain» is sent in UTF-8
                    application/json | body_file: order.xml | {} | «order.xml» is no JSON. If it is something else, name it
                    application/xml | body_file: order.xml | {/order/sum: 2} | acme.yaml:11: operations.order.intent./order/sum: finds nothing
                    """)
    void what_cannot_be_sent_as_what_it_is_is_refused(String type, String body, String intent, String message)
            throws IOException {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> read(type, body, intent, "playbook"))
                .withMessageContaining(message);
    }

    @Test
    void a_body_stands_in_the_file_or_beside_it_and_not_in_both() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> read("text/plain", "body: a\n      body_file: order.xml", "{}", "playbook"))
                .withMessageContaining("acme.yaml:10: operations.order.request.body: stands beside «body_file»");
    }

    @Test
    void a_key_in_the_body_needs_json_or_a_form() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(
                        () -> read("text/plain", "body: a", "{}", "{extends: playbook, key: {in: body, name: key}}"))
                .withMessageContaining("has a body of «text/plain», and the key is in the body");
    }

    @Test
    void a_file_that_is_a_text_or_json_is_read_as_if_it_stood_in_the_target_file() throws IOException {
        assertThat(read("application/xml", "body_file: order.xml", "{/order/amount: 2}", "playbook")
                        .request()
                        .body())
                .hasToString("\"<order><amount>1</amount></order>\"");
        assertThat(read("application/json", "body_file: order.json", "{/amount: 2}", "playbook")
                        .request()
                        .body())
                .hasToString("{\"amount\":1}");
        assertThat(read("application/pdf", "body_file: data.bin", "{}", "playbook")
                        .request()
                        .kind())
                .isEqualTo(BodyKind.BYTES);
    }

    private Operation read(String type, String body, String intent, String contract) throws IOException {
        Files.write(folder.resolve("data.bin"), new byte[] {(byte) 0xff, 0, 1});
        Files.write(folder.resolve("large.bin"), new byte[10 * 1024 * 1024 + 1]);
        Files.writeString(folder.resolve("order.xml"), "<order><amount>1</amount></order>", StandardCharsets.UTF_8);
        Files.writeString(folder.resolve("order.json"), "{\"amount\": 1}", StandardCharsets.UTF_8);
        String yaml = """
                urls: http://127.0.0.1:1
                contract: %s
                operations:
                  order:
                    role: create
                    request:
                      method: POST
                      path: "/orders/${unique}"
                      headers: {Content-Type: "%s"}
                      %s
                    intent: %s
                name: Acme
                """.formatted(contract, type, body, intent);
        return TargetFile.of(YamlFile.of("acme.yaml", yaml), folder, Map.of())
                .target()
                .operations()
                .values()
                .iterator()
                .next();
    }
}
