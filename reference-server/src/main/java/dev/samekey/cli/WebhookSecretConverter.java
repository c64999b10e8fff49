package dev.samekey.cli;

import dev.samekey.server.security.WebhookSecret;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A secret with its scheme. */
final class WebhookSecretConverter implements ITypeConverter<WebhookSecret> {
    @Override
    public WebhookSecret convert(String text) {
        try {
            return WebhookSecret.parse(text);
        } catch (IllegalArgumentException unusable) {
            // Without the text itself: it holds a secret.
            throw new TypeConversionException(unusable.getMessage());
        }
    }
}
