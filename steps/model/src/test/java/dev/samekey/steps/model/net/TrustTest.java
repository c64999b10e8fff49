package dev.samekey.steps.model.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrustTest {
    private static final Path CLIENT = Certificates.file("client.pem");

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void a_key_may_be_of_any_of_these_kinds_and_in_a_file_of_its_own(String algorithm) throws Exception {
        Trust.Own own = Trust.pem(CLIENT, file("key.pem", key(algorithm, "")));

        // Java calls the whole family of Ed25519 so.
        assertThat(own.store().getKey("own", new char[0]).getAlgorithm())
                .isEqualTo(algorithm.equals("Ed25519") ? "EdDSA" : algorithm);
    }

    @Test
    void a_key_that_is_no_pkcs_8_is_reported_with_the_way_out() throws Exception {
        Path key = file("key.pem", key("RSA", "RSA "));

        assertThatExceptionOfType(Trust.Unusable.class)
                .isThrownBy(() -> Trust.pem(CLIENT, key))
                .withMessageContaining("has a key of the kind «RSA»")
                .withMessageContaining("openssl pkcs8");
    }

    @Test
    void every_authority_of_a_file_is_trusted() throws Exception {
        String two = Files.readString(Certificates.file("authority.pem"))
                + Files.readString(Certificates.file("elsewhere.pem"));

        assertThat(Trust.authorities(file("two.pem", two)).size()).isEqualTo(2);
    }

    @Test
    void a_file_without_a_certificate_is_reported() throws Exception {
        Path empty = file("empty.pem", "");
        Path only = file("only-a-key.pem", key("EC", ""));

        assertThatExceptionOfType(Trust.Unusable.class)
                .isThrownBy(() -> Trust.authorities(empty))
                .withMessageEndingWith("empty.pem has no certificate in PEM form");
        assertThatExceptionOfType(Trust.Unusable.class)
                .isThrownBy(() -> Trust.authorities(only))
                .withMessageContaining("only-a-key.pem cannot be read as a PEM file of certificates");
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String key(String algorithm, String kind) throws GeneralSecurityException {
        byte[] key = KeyPairGenerator.getInstance(algorithm)
                .generateKeyPair()
                .getPrivate()
                .getEncoded();
        String label = (kind + "private key").toUpperCase(Locale.ROOT);
        return "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder().encodeToString(key) + "\n-----END " + label
                + "-----\n";
    }
}
