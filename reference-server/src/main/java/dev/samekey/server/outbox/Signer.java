package dev.samekey.server.outbox;

import dev.samekey.server.security.Hmac;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.Map;

/**
 * Signs messages as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> does: id, time of the attempt and body,
 * with HMAC-SHA256.
 */
public final class Signer {
    private static final String PREFIX = "whsec_";

    private final Hmac hmac;
    private final Clock clock;

    /** The secret is {@code whsec_} and the key in Base64. */
    public Signer(String secret, Clock clock) {
        if (!secret.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a secret for signatures begins with " + PREFIX);
        }
        this.hmac = Hmac.of(Base64.getDecoder().decode(secret.substring(PREFIX.length())));
        this.clock = clock;
    }

    /** The headers of one attempt. The id is that of the message; the time is now. */
    public Map<String, String> headers(Message message) {
        String timestamp = String.valueOf(clock.instant().getEpochSecond());
        return Map.of(
                "webhook-id",
                message.id().toString(),
                "webhook-timestamp",
                timestamp,
                "webhook-signature",
                "v1," + sign(message.id() + "." + timestamp + ".", message.body()));
    }

    String sign(String before, String body) {
        return Base64.getEncoder().encodeToString(hmac.of(before, body.getBytes(StandardCharsets.UTF_8)));
    }
}
