package dev.samekey.steps.drive.credentials;

import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Signing;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/** Signs requests as they leave. */
interface Signer {
    /**
     * The request with its signature.
     *
     * @throws NoCredentials when it cannot be signed
     */
    Request sign(Request request, URI replica);

    /** The signer that a target file describes. */
    static Signer of(Signing sign, Path folder, Duration limit, InstantSource time) {
        if (sign.aws() != null) {
            return new AwsSigner(sign.aws(), time);
        }
        if (sign.message() != null) {
            return new MessageSigner(sign.message(), MessageKey.of(sign.message(), folder), time);
        }
        Signature signature = sign.hmac() == null
                ? new CommandSignature(
                        new OneLine("the signing command", Objects.requireNonNull(sign.command()), folder, limit))
                : new HmacSignature(sign.hmac());
        return new TemplateSigner(signature, sign.headers(), time);
    }

    /** The text of a signature. */
    interface Signature {
        /** @param names what a name such as {@code digest} stands for */
        String of(Request request, URI replica, SignedNames names);
    }
}
