package dev.samekey.steps.drive.service;

import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.process.CannotRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate of its own for a service on this machine: for {@code localhost}, {@code 127.0.0.1} and {@code ::1}, valid for a
 * few days, with a key that nobody else has.
 *
 * @param store PKCS #12, with the key
 * @param pem the certificate alone, which is also the authority to trust
 */
record Certificate(Path store, Path pem) {
    static final String PASSWORD = "loopback";

    private static final String ALIAS = "service";
    private static final int LIMIT_SECONDS = 120;
    private static final int LINE = 64;

    /**
     * The certificate of a folder, made where there is none.
     *
     * @throws CannotRun when Java's keytool does not make one
     */
    static Certificate in(Path folder) {
        Path store = folder.resolve("service.p12");
        Path pem = folder.resolve("service.pem");
        if (Files.exists(pem)) {
            return new Certificate(store, pem);
        }
        Path output = folder.resolve("keytool.txt");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        // One that begins now is not valid yet for a clock that is a little late.
        List<String> command = List.of(
                keytool,
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1,ip:::1",
                "-ext",
                "bc=ca:false",
                "-startdate",
                "-1d",
                "-validity",
                "8",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new CannotRun("keytool made no certificate within " + LIMIT_SECONDS + " s: " + keytool);
            }
            if (process.exitValue() != 0) {
                throw new CannotRun("keytool made no certificate: " + Files.readString(output));
            }
            KeyStore kept = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
            Files.writeString(pem, pem(kept.getCertificate(ALIAS).getEncoded()));
            return new Certificate(store, pem);
        } catch (IOException | GeneralSecurityException failure) {
            throw new CannotRun("a service over TLS needs a certificate, which " + keytool + " could not make: "
                    + failure.getMessage());
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("keytool to make a certificate", interrupted);
        }
    }

    private static String pem(byte[] certificate) {
        String base64 = Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(certificate);
        return "-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n";
    }
}
