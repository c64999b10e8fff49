package dev.samekey.steps.drive.event;

import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Delivery;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The ways in which producers sign, all of them by HMAC-SHA256 under a secret that both sides know. */
enum Scheme {
    /** Standard Webhooks: {@code webhook-id}, {@code webhook-timestamp}, {@code webhook-signature: v1,<base64>}. */
    STANDARD_WEBHOOKS("webhook-signature") {
        @Override
        Request sign(Delivery.Signature signature, Request request, Instant at) {
            String id = request.header("webhook-id").orElse("");
            String secret = signature.secret();
            String key = secret.startsWith("whsec_") ? secret.substring("whsec_".length()) : secret;
            byte[] digest = hmac(Base64.getDecoder().decode(key), id + "." + at.getEpochSecond() + "." + body(request));
            return request.with("webhook-timestamp", String.valueOf(at.getEpochSecond()))
                    .with(header(signature), "v1," + Base64.getEncoder().encodeToString(digest));
        }

        @Override
        Optional<Instant> time(Delivery.Signature signature, Request request) {
            return request.header("webhook-timestamp").flatMap(Scheme::seconds);
        }

        @Override
        List<String> parts(String header) {
            return List.of(header.split(" "));
        }
    },
    /** Stripe: {@code Stripe-Signature: t=<seconds>,v1=<hex>}. */
    STRIPE("Stripe-Signature") {
        @Override
        Request sign(Delivery.Signature signature, Request request, Instant at) {
            byte[] digest = hmac(bytes(signature.secret()), at.getEpochSecond() + "." + body(request));
            return request.with(
                    header(signature),
                    "t=" + at.getEpochSecond() + ",v1=" + HexFormat.of().formatHex(digest));
        }

        @Override
        Optional<Instant> time(Delivery.Signature signature, Request request) {
            return request.header(header(signature)).stream()
                    .flatMap(value -> parts(value).stream())
                    .filter(part -> part.startsWith("t="))
                    .findFirst()
                    .flatMap(part -> seconds(part.substring("t=".length())));
        }

        @Override
        List<String> parts(String header) {
            return List.of(header.split(","));
        }
    },
    /** GitHub: {@code X-Hub-Signature-256: sha256=<hex>}, without a time. */
    GITHUB("X-Hub-Signature-256") {
        @Override
        Request sign(Delivery.Signature signature, Request request, Instant at) {
            byte[] digest = hmac(bytes(signature.secret()), body(request));
            return request.with(header(signature), "sha256=" + HexFormat.of().formatHex(digest));
        }

        @Override
        Optional<Instant> time(Delivery.Signature signature, Request request) {
            return Optional.empty();
        }

        @Override
        List<String> parts(String header) {
            return List.of(header);
        }
    };

    private final String header;

    Scheme(String header) {
        this.header = header;
    }

    /** The scheme that the target file names. */
    static Scheme of(Delivery.Signature signature) {
        return valueOf(signature.scheme().name());
    }

    /** The request, signed as of a moment, in place of any signature that it had. */
    abstract Request sign(Delivery.Signature signature, Request request, Instant at);

    /** For which moment it is signed; nothing where it does not say, or the scheme knows no time. */
    abstract Optional<Instant> time(Delivery.Signature signature, Request request);

    /** What the header lists: several signatures, so that a secret can be changed, and perhaps a time. */
    abstract List<String> parts(String header);

    /** Whether one of its signatures is right for what it has and, where the scheme knows a time, for the time that it names. */
    boolean fits(Delivery.Signature signature, Request request) {
        Optional<Instant> time = time(signature, request);
        if (time.isEmpty() && signature.scheme().isTimed()) {
            return false;
        }
        Request right = sign(signature, request, time.orElse(Instant.EPOCH));
        List<String> sent = request.header(header(signature)).map(this::parts).orElse(List.of()).stream()
                .map(String::strip)
                .toList();
        return right.header(header(signature)).stream()
                .flatMap(value -> parts(value).stream())
                .allMatch(sent::contains);
    }

    private static Optional<Instant> seconds(String text) {
        try {
            return Optional.of(Instant.ofEpochSecond(Long.parseLong(text.strip())));
        } catch (NumberFormatException | DateTimeException noTime) {
            return Optional.empty();
        }
    }

    /** The request without a signature. */
    Request unsigned(Delivery.Signature signature, Request request) {
        return request.with(header(signature), null);
    }

    /** The header that has the signature. */
    String header(Delivery.Signature signature) {
        return signature.header() == null ? header : signature.header();
    }

    private static String body(Request request) {
        return request.body() == null ? "" : request.body();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] hmac(byte[] secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac.doFinal(bytes(text));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has HmacSHA256", missing);
        }
    }
}
