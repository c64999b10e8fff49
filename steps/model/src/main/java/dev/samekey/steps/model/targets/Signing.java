package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a principal signs each request, when it leaves: one of four ways.
 *
 * @param hmac a code over a text that the file describes
 * @param aws Signature Version 4 of AWS
 * @param message HTTP Message Signatures (RFC 9421)
 * @param command a command that reads the request as JSON and prints the signature as one line; no shell reads it
 * @param headers for {@code hmac} and {@code command}: the headers that the signature adds, with {@code ${signature}}
 */
public record Signing(
        @Nullable Hmac hmac,
        @Nullable Aws aws,
        @Nullable Message message,
        @Nullable List<String> command,
        Map<String, String> headers) {

    /** What the file leaves out is null until here. */
    public Signing {
        headers = headers == null ? Map.of() : headers;
    }

    /** Whether it names one way, and no other. */
    boolean saysOneWay() {
        return Stream.of(hmac, aws, message, command).filter(Objects::nonNull).count() == 1;
    }

    /** Whether the headers of the signature are the user's to name. */
    boolean namesHeaders() {
        return hmac != null || command != null;
    }

    /**
     * A code over a text (RFC 2104).
     *
     * @param secret the key
     * @param over the text, with names such as {@code ${method}}, {@code ${path}} and {@code ${digest}}
     */
    public record Hmac(
            @JsonProperty(required = true) String secret,
            @JsonProperty(required = true) String over,
            Hash hash,
            Encoding encoding) {

        /** What the file leaves out is null until here. */
        public Hmac {
            hash = hash == null ? Hash.SHA256 : hash;
            encoding = encoding == null ? Encoding.BASE64 : encoding;
        }
    }

    /** The hash of a code. */
    public enum Hash {
        SHA1("HmacSHA1"),
        SHA256("HmacSHA256"),
        SHA512("HmacSHA512");

        private final String algorithm;

        Hash(String algorithm) {
            this.algorithm = algorithm;
        }

        /** Its name in Java. */
        public String algorithm() {
            return algorithm;
        }
    }

    /** How the bytes of a code become text. */
    public enum Encoding {
        BASE64,
        HEX
    }

    /** @param sessionToken of temporary credentials */
    public record Aws(
            @JsonProperty(required = true) String region,
            @JsonProperty(required = true) String service,
            @JsonProperty(required = true) String accessKey,
            @JsonProperty(required = true) String secretKey,
            @Nullable String sessionToken) {}

    /**
     * HTTP Message Signatures.
     *
     * @param keyId what the target knows the key by
     * @param secret the key of {@code hmac-sha256}, in Base64
     * @param key the private key of {@code ed25519}, a PEM file (PKCS #8 without a password), relative to the target file
     * @param components what is signed, such as {@code @method} and {@code content-digest}
     * @param label the name of the signature in its headers
     */
    public record Message(
            @JsonProperty(required = true) String keyId,
            @Nullable String secret,
            @Nullable String key,
            List<String> components,
            String label) {
        private static final List<String> USUAL = List.of("@method", "@target-uri", "content-digest");

        /** What the file leaves out is null until here. */
        public Message {
            components = components == null ? USUAL : components;
            label = label == null ? "sig1" : label;
        }

        boolean saysOneKey() {
            return (secret == null) != (key == null);
        }
    }
}
