package dev.samekey.steps.drive.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.http.Content;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Signing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignerTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Request PAYMENT =
            new Request("POST", "/payments?expand=1", List.of(new Header("X-Who", "alice")), "{\"amount\":1}");
    private static final URI API = URI.create("https://api.example");

    @TempDir
    private Path folder = Path.of("");

    /** Vectors of the test suite that AWS publishes for Signature Version 4. */
    @ParameterizedTest
    @CsvSource({
        "GET, /, 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "GET, /?Param2=value2&Param1=value1, b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
        "POST, /, 5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
        "GET, //, 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "GET, /./, 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "GET, /example/.., 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "GET, /example1/example2/../.., 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "GET, /./example, ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5",
        "GET, //example//, 9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"
    })
    void the_vectors_of_aws_are_met(String method, String path, String signature) {
        Signing.Aws aws = new Signing.Aws(
                "us-east-1", "service", "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", null);

        Request signed = new AwsSigner(aws, InstantSource.fixed(Instant.parse("2015-08-30T12:36:00Z")))
                .sign(new Request(method, path, List.of(), null), URI.create("https://example.amazonaws.com"));

        assertThat(signed.header("Authorization"))
                .contains("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
                        + " SignedHeaders=host;x-amz-date, Signature=" + signature);
    }

    /** In S3 another number of slashes is another object. */
    @ParameterizedTest
    @CsvSource({"s3, false", "s3-outposts, false", "s3express, false", "dynamodb, true"})
    void only_paths_of_s3_are_signed_as_they_are(String service, boolean alike) {
        Signing.Aws aws = new Signing.Aws("us-east-1", service, "AKIDEXAMPLE", "secret", null);
        Signer signer = new AwsSigner(aws, InstantSource.fixed(Instant.parse("2015-08-30T12:36:00Z")));

        Request twice = signer.sign(new Request("GET", "/a//b", List.of(), null), API);
        Request once = signer.sign(new Request("GET", "/a/b", List.of(), null), API);

        assertThat(twice.header("Authorization").equals(once.header("Authorization")))
                .isEqualTo(alike);
    }

    /** RFC 9421, appendix B.2.5. */
    @Test
    void the_vector_of_rfc_9421_with_a_shared_secret_is_met() {
        Signing.Message message = new Signing.Message(
                "test-shared-secret",
                "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==",
                null,
                List.of("date", "@authority", "content-type"),
                "sig-b25");

        Request signed = signedAsInTheRfc(message);

        assertThat(signed.header("Signature-Input"))
                .contains("sig-b25=(\"date\" \"@authority\" \"content-type\")"
                        + ";created=1618884473;keyid=\"test-shared-secret\"");
        assertThat(signed.header("Signature")).contains("sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:");
    }

    /** RFC 9421, appendix B.2.6. */
    @Test
    void the_vector_of_rfc_9421_with_ed25519_is_met() throws IOException {
        Files.writeString(folder.resolve("key.pem"), """
                -----BEGIN PRIVATE KEY-----
                MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
                -----END PRIVATE KEY-----
                """);
        Signing.Message message = new Signing.Message(
                "test-key-ed25519",
                null,
                "key.pem",
                List.of("date", "@method", "@path", "@authority", "content-type", "content-length"),
                "sig-b26");

        assertThat(signedAsInTheRfc(message).header("Signature"))
                .contains(
                        "sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:");
    }

    private Request signedAsInTheRfc(Signing.Message message) {
        Request request = new Request(
                "POST",
                "/foo?param=Value&Pet=dog",
                List.of(
                        new Header("Date", "Tue, 20 Apr 2021 02:07:55 GMT"),
                        new Header("Content-Type", "application/json")),
                "{\"hello\": \"world\"}");
        return new MessageSigner(
                        message, MessageKey.of(message, folder), InstantSource.fixed(Instant.ofEpochSecond(1618884473)))
                .sign(request, URI.create("https://example.com"));
    }

    @Test
    void a_message_signature_covers_the_digest_of_the_body_and_nothing_that_the_request_lacks() {
        Signing.Message message = new Signing.Message(
                "k", "c2VjcmV0", null, List.of("@method", "content-type", "content-digest"), "sig1");

        Request signed = new MessageSigner(message, MessageKey.of(message, folder), InstantSource.system())
                .sign(new Request("GET", "/payments", List.of(), null), API);

        assertThat(signed.header("Content-Digest")).contains("sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:");
        assertThat(signed.header("Signature-Input").orElseThrow()).contains("(\"@method\" \"content-digest\")");
    }

    @Test
    void a_template_says_what_a_code_covers_and_which_headers_carry_it() {
        Signing sign = hmac(
                "${method} ${path}?${query} ${host} ${timestamp} ${header.X-Who} ${digest.hex}",
                Map.of("X-Time", "${timestamp}", "X-Signature", "v1=${signature}"));

        Request signed = Signer.of(sign, folder, LIMIT, InstantSource.fixed(Instant.ofEpochSecond(1700000000)))
                .sign(PAYMENT, API);

        assertThat(signed.header("X-Time")).contains("1700000000");
        // printf '%s' 'POST /payments?expand=1 api.example 1700000000 alice <sha256>' | openssl dgst -sha256 -hmac key
        assertThat(signed.header("X-Signature").orElseThrow()).matches("v1=[0-9a-f]{64}");
        assertThat(signed.header("X-Signature"))
                .contains("v1="
                        + HexFormat.of()
                                .formatHex(HmacSignature.code(
                                        "HmacSHA256",
                                        "key".getBytes(StandardCharsets.UTF_8),
                                        "POST /payments?expand=1 api.example 1700000000 alice "
                                                + HexFormat.of().formatHex(SignedNames.sha256(PAYMENT.bytes())))));
    }

    @Test
    void the_same_request_is_signed_anew_each_time() {
        Signer signer = Signer.of(
                hmac("${nonce}", Map.of("X-Nonce", "${nonce}", "X-Signature", "${signature}")),
                folder,
                LIMIT,
                InstantSource.system());

        assertThat(signer.sign(PAYMENT, API).header("X-Signature"))
                .isNotEqualTo(signer.sign(PAYMENT, API).header("X-Signature"));
    }

    @Test
    void a_signature_over_the_body_is_one_over_the_bytes_of_a_file() throws GeneralSecurityException {
        byte[] picture = {(byte) 0x89, 0, (byte) 0xff, '$', '{', 'x', '}'};
        Request upload = PAYMENT.with(Content.File.of("picture.png", picture));
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        signed.writeBytes("POST ".getBytes(StandardCharsets.UTF_8));
        signed.writeBytes(picture);
        signed.writeBytes(" alice".getBytes(StandardCharsets.UTF_8));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));

        Signer signer = Signer.of(
                hmac("${method} ${body} ${header.X-Who}", Map.of("X-Signature", "${signature}")),
                folder,
                LIMIT,
                InstantSource.system());

        assertThat(signer.sign(upload, API).header("X-Signature"))
                .contains(HexFormat.of().formatHex(mac.doFinal(signed.toByteArray())));
        assertThat(command("sh", "-c", "grep -c '\"body_base64\":\"iQD/JHt4fQ==\"'")
                        .sign(upload, API)
                        .header("X-Signature"))
                .contains("1");
    }

    private static Signing hmac(String over, Map<String, String> headers) {
        return new Signing(
                new Signing.Hmac("key", over, Signing.Hash.SHA256, Signing.Encoding.HEX), null, null, null, headers);
    }

    @Test
    void a_command_reads_the_request_and_prints_the_signature() {
        Request signed = command("sh", "-c", "grep -c '\"method\":\"POST\",\"url\":\"https://api.example/payments'")
                .sign(PAYMENT, API);

        assertThat(signed.header("X-Signature")).contains("1");
    }

    @Test
    void a_command_that_prints_two_lines_fails_or_hangs_is_named_and_what_it_printed_is_not_shown() {
        assertThatExceptionOfType(NoCredentials.class)
                .isThrownBy(() -> command("sh", "-c", "echo s3cret; echo two").sign(PAYMENT, API))
                .withMessage("the signing command «sh» printed 2 lines; it should print one");
        assertThatExceptionOfType(NoCredentials.class)
                .isThrownBy(() -> command("sh", "-c", "echo s3cret >&2; exit 3").sign(PAYMENT, API))
                .withMessage("the signing command «sh» ended with 3: run it by hand to see why");
        Signer hanging = Signer.of(byCommand("sleep", "60"), folder, Duration.ofMillis(200), InstantSource.system());
        assertThatExceptionOfType(NoCredentials.class)
                .isThrownBy(() -> hanging.sign(PAYMENT, API))
                .withMessage("the signing command «sleep» did not end within 200 ms («limits.answer»)");
    }

    @Test
    void a_command_that_fails_three_times_in_a_row_is_not_run_again() {
        Signer failing = command("sh", "-c", "echo x >> runs; exit 1");

        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(NoCredentials.class).isThrownBy(() -> failing.sign(PAYMENT, API));
        }

        assertThat(folder.resolve("runs")).hasContent("x\nx\nx");
    }

    private Signer command(String... command) {
        return Signer.of(byCommand(command), folder, LIMIT, InstantSource.system());
    }

    private static Signing byCommand(String... command) {
        return new Signing(null, null, null, List.of(command), Map.of("X-Signature", "${signature}"));
    }
}
