package dev.samekey.server.security;

import dev.samekey.server.http.Call;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Stripe's form: {@code Stripe-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]} over time and body. */
final class StripeSignature implements Signature {
    private static final String TIME = "t=";
    private static final String VERSION = "v1=";

    private final Hmac hmac;
    private final Clock clock;

    StripeSignature(String secret, Clock clock) {
        this.hmac = Hmac.of(secret.getBytes(StandardCharsets.UTF_8));
        this.clock = clock;
    }

    @Override
    public void verify(Call call) {
        List<String> parts = Arrays.stream(
                        Signature.header(call, "Stripe-Signature").split(",", -1))
                .map(String::strip)
                .toList();
        String timestamp = parts.stream()
                .filter(part -> part.startsWith(TIME))
                .map(part -> part.substring(TIME.length()))
                .findFirst()
                .orElse("");
        Signature.requireRecent(timestamp, clock);
        String expected = VERSION
                + HexFormat.of().formatHex(hmac.of(timestamp + ".", call.body().bytes()));
        if (parts.stream().noneMatch(part -> Hmac.same(expected, part))) {
            throw Signature.refusal("The signature does not fit.");
        }
    }
}
