package dev.samekey.steps.drive.credentials;

import dev.samekey.steps.model.targets.Signing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** The key of an HTTP message signature. */
interface MessageKey {
    byte[] sign(String base);

    /** A problem with the key shows when it is first used, with the principal's name. */
    static MessageKey of(Signing.Message message, Path folder) {
        return message.key() == null
                ? new Shared(String.valueOf(message.secret()))
                : new Ed25519(folder.resolve(message.key()));
    }

    /** @param secret in Base64 */
    record Shared(String secret) implements MessageKey {
        @Override
        public byte[] sign(String base) {
            try {
                return HmacSignature.code("HmacSHA256", Base64.getDecoder().decode(secret), base);
            } catch (IllegalArgumentException noBase64) {
                // The message of the cause would have a letter of the secret in it.
                throw new NoCredentials("the secret of the message signature is not in Base64");
            }
        }
    }

    /** @param file a PEM file, PKCS #8 */
    record Ed25519(Path file) implements MessageKey {
        @Override
        public byte[] sign(String base) {
            try {
                Signature signature = Signature.getInstance("Ed25519");
                signature.initSign(key());
                signature.update(base.getBytes(StandardCharsets.UTF_8));
                return signature.sign();
            } catch (GeneralSecurityException | IllegalArgumentException unusable) {
                throw new NoCredentials(file + " has no private key of Ed25519 (PEM, PKCS #8, without a password)");
            } catch (IOException unreadable) {
                throw new NoCredentials("the key " + file + " cannot be read");
            }
        }

        private PrivateKey key() throws IOException, GeneralSecurityException {
            String base64 = Files.readString(file).replaceAll("-----[A-Z ]+-----|\\s", "");
            return KeyFactory.getInstance("Ed25519")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
        }
    }
}
