package dev.samekey.server.security;

import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A secret, and the scheme by which producers sign with it. */
public record WebhookSecret(Scheme scheme, String secret) {
    /** How a signature is written. */
    public enum Scheme {
        STANDARD_WEBHOOKS,
        STRIPE,
        GITHUB;

        private String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A secret that its scheme can use, or {@link IllegalArgumentException}. */
    public WebhookSecret {
        if (secret.isBlank()) {
            throw new IllegalArgumentException("the secret is empty");
        }
        var unused = signature(scheme, secret, Clock.systemUTC());
    }

    /** {@code scheme:secret}, such as {@code github:s3cret}; {@link IllegalArgumentException} where it is not. */
    public static WebhookSecret parse(String text) {
        List<Scheme> schemes = Arrays.asList(Scheme.values());
        return schemes.stream()
                .filter(scheme -> text.startsWith(scheme.label() + ":"))
                .findFirst()
                .map(scheme ->
                        new WebhookSecret(scheme, text.substring(scheme.label().length() + 1)))
                .orElseThrow(() -> new IllegalArgumentException("it should begin with one of "
                        + schemes.stream().map(scheme -> scheme.label() + ":").toList()));
    }

    /** What lets only those in who have the secret, by this clock. */
    public Signature signature(Clock clock) {
        return signature(scheme, secret, clock);
    }

    private static Signature signature(Scheme scheme, String secret, Clock clock) {
        return switch (scheme) {
            case STANDARD_WEBHOOKS -> new StandardWebhooks(secret, clock);
            case STRIPE -> new StripeSignature(secret, clock);
            case GITHUB -> new GitHubSignature(secret);
        };
    }

    /** Says nothing of the secret. */
    @Override
    public String toString() {
        return scheme.label();
    }
}
