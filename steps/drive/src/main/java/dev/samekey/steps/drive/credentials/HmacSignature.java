package dev.samekey.steps.drive.credentials;

import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Signing;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A code over a text that the target file describes. */
record HmacSignature(Signing.Hmac hmac) implements Signer.Signature {
    @Override
    public String of(Request request, URI replica, SignedNames names) {
        byte[] code =
                code(hmac.hash().algorithm(), hmac.secret().getBytes(StandardCharsets.UTF_8), names.bytes(hmac.over()));
        return hmac.encoding() == Signing.Encoding.HEX
                ? HexFormat.of().formatHex(code)
                : Base64.getEncoder().encodeToString(code);
    }

    static byte[] code(String algorithm, byte[] key, String text) {
        return code(algorithm, key, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] code(String algorithm, byte[] key, byte[] text) {
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac.doFinal(text);
        } catch (GeneralSecurityException | IllegalArgumentException unusable) {
            // The message of the cause might have the key in it.
            throw new NoCredentials("the secret cannot be used as a key of " + algorithm);
        }
    }
}
