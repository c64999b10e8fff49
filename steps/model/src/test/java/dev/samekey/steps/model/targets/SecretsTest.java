package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {
    private static final String TOKEN = "t0p/se+cr\"et'&`x";

    private final Secrets secrets = new Secrets(Map.of(TOKEN, "$TOKEN"));

    @Test
    void a_secret_is_found_however_it_is_written() {
        for (String written : new String[] {
            TOKEN,
            "dDBwL3NlK2NyImV0JyZgeA==",
            "dDBwL3NlK2NyImV0JyZgeA",
            "t0p%2Fse%2Bcr%22et%27%26%60x",
            "t0p%2fse%2bcr%22et%27%26%60x",
            "t0p/se+cr\\\"et'&`x",
            "t0p\\/se+cr\\\"et'&`x",
            "t0p/se+cr\\\"et'&\\`x",
            "t0p/se+cr\"et'\\''&`x",
            "t0p/se+cr&quot;et'&amp;`x"
        }) {
            assertThat(secrets.redact("<" + written + ">")).as(written).isEqualTo("<$TOKEN>");
        }
    }

    @Test
    void what_stands_inside_a_secret_is_one_too() {
        Secrets nested = new Secrets(Map.of(
                "jdbc:postgresql://db/x?user=me&password=hunter22&ssl=true", "$URL",
                "nats://me:swordfish@broker:4222", "$NATS",
                "YWxpY2U6b3BlbiBzZXNhbWU=", "$BASIC",
                "long-token", "$LONG",
                "token", "$SHORT"));

        assertThat(nested.redact("hunter22 swordfish alice:open sesame / open sesame"))
                .isEqualTo("$URL $NATS $BASIC / $BASIC");
        assertThat(nested.redact("a long-token and a token")).isEqualTo("a $LONG and a $SHORT");
    }

    @Test
    void a_secret_that_a_url_has_encoded_is_found_as_it_is_read() {
        Secrets encoded = new Secrets(Map.of("Abc%2Fd+e%3D", "$KEY", "100%sure", "$OTHER"));

        assertThat(encoded.redact("Abc%2Fd+e%3D Abc/d e= 100%sure")).isEqualTo("$KEY $KEY $OTHER");
    }

    @Test
    void the_credential_in_a_query_is_hidden_though_no_file_names_it() {
        assertThat(secrets.redact("GET /jobs/7?part=1&sig=a%2Fb&se=2 and {\"at\": \"/jobs/7?token=abc\\u0026part=1\"}"))
                .isEqualTo("GET /jobs/7?part=1&sig=…&se=2 and {\"at\": \"/jobs/7?token=…\\u0026part=1\"}");
        assertThat(secrets.redact("/jobs?token=" + "t0p%2Fse%2Bcr%22et%27%26%60x"))
                .isEqualTo("/jobs?token=$TOKEN");
        assertThat(secrets.redact("a form: amount=1&token=abc")).isEqualTo("a form: amount=1&token=abc");
    }

    @Test
    void what_a_target_sets_or_sends_is_hidden_by_its_name() {
        for (String[] pair : new String[][] {
            {"Set-Cookie: sid=abc; Path=/; HttpOnly", "Set-Cookie: sid=…; Path=/; HttpOnly"},
            {"-H \"Cookie: a=1; b=2\" -X POST", "-H \"Cookie: a=…; b=…\" -X POST"},
            {"authorization: Bearer abc\nAccept: */*", "authorization: Bearer …\nAccept: */*"},
            {"Proxy-Authorization: Basic YTpi", "Proxy-Authorization: Basic …"},
            {"{Authorization=[Bearer abc], Accept=[*/*]}", "{Authorization=[Bearer …], Accept=[*/*]}"},
            {"{\"access_token\": \"abcd\", \"id\": \"p-1\"}", "{\"access_token\": \"…\", \"id\": \"p-1\"}"},
            {"{\\\"password\\\":\\\"hunter2\\\"}", "{\\\"password\\\":\\\"…\\\"}"},
            {"{\"api_key\" : \"0123456789abcdef0123\"}", "{\"api_key\" : \"…\"}"},
            {"x-api-key: 0123456789abcdef0123", "x-api-key: …"},
            {"grant=x&client_secret=abcd&scope=y", "grant=x&client_secret=…&scope=y"}
        }) {
            assertThat(secrets.redact(pair[0])).isEqualTo(pair[1]);
        }
    }

    @Test
    void what_has_the_form_of_a_secret_is_hidden_wherever_it_stands() {
        for (String secret : new String[] {
            "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
            "sk_live_4eC39HqLyjWD",
            "whsec_MfKQ9r8GKYqrTwjU",
            "ghp_0123456789abcdefghijABCDEFGHIJ012345",
            "AKIAIOSFODNN7EXAMPLE"
        }) {
            assertThat(secrets.redact("a «" + secret + "» b")).isEqualTo("a «…» b");
        }
        assertThat(secrets.redact("sent Bearer 0123456789abcdef again")).isEqualTo("sent Bearer … again");
    }

    @Test
    void what_a_reader_needs_is_not_hidden() {
        for (String shown : new String[] {
            "Idempotency-Key: 3f0b1c9e-5b1e-4a58-9a3b-1f6c1a2b3c4d",
            "ETag: \"0123456789abcdef0123456789abcdef\"",
            "{\"id\": \"pay_0123456789abcdef\", \"token\": \"tok_visa\", \"next_page_token\": \"0123456789abcdef0123\"}",
            "WWW-Authenticate: Bearer error=\"invalid_token\"",
            "{\"password\": \"must not be blank\"}",
            "Authorization: Bearer $TOKEN",
            "Cookie: session=$TOKEN; theme=‹Cookie of alice›",
            "acme.yaml:9: principals.alice.headers.Authorization: should be one text",
            "Bearer ‹Authorization of alice›"
        }) {
            assertThat(secrets.redact(shown)).isEqualTo(shown);
        }
    }

    @Test
    void a_short_secret_does_not_hide_half_of_a_report() {
        Secrets few = new Secrets(Map.of("a", "$A", "1", "$ONE", "abc", "$ABC", "abcd", "$LONG", "", "$NONE"));

        assertThat(few.redact("1 abcd is a secret, abc is none")).isEqualTo("1 $LONG is a secret, abc is none");
        assertThat(few.shown()).containsExactly("$A", "$ABC", "$ONE");
        assertThat(secrets.shown()).isEmpty();
    }

    @Test
    void a_short_secret_is_hidden_as_a_word_and_a_long_one_also_inside_of_words() {
        Secrets both = new Secrets(Map.of("test", "$SHORT", "s3cr3t-token", "$LONG"));

        assertThat(both.redact("the latest tests of contest1 test2, 1test"))
                .isEqualTo("the latest tests of contest1 test2, 1test");
        assertThat(both.redact("test \"test\" test_1 k=test&a=%3Dtest%26 \\ntest\\n Basic:test"))
                .isEqualTo("$SHORT \"$SHORT\" $SHORT_1 k=$SHORT&a=%3D$SHORT%26 \\n$SHORT\\n Basic:$SHORT");
        assertThat(both.redact("xs3cr3t-tokenx s3cr3t-token1")).isEqualTo("x$LONGx $LONG1");
    }

    @Test
    void a_file_is_redacted_in_its_place(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("target.log");
        byte[] noText = {'a', (byte) 0xff, '\n'};
        Files.write(log, noText);
        Files.writeString(log, "é " + TOKEN + " ✓\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        secrets.redact(log);

        assertThat(Files.readString(log, StandardCharsets.ISO_8859_1)).startsWith("a");
        assertThat(new String(Files.readAllBytes(log), StandardCharsets.UTF_8)).endsWith("é $TOKEN ✓\n");
        assertThat(folder).isDirectoryNotContaining("glob:**.redacted");
    }
}
