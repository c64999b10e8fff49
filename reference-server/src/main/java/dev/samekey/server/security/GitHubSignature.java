package dev.samekey.server.security;

import dev.samekey.server.http.Call;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** GitHub's form: {@code X-Hub-Signature-256: sha256=<hex>} over the body. It has no time, so it is never stale. */
final class GitHubSignature implements Signature {
    private final Hmac hmac;

    GitHubSignature(String secret) {
        this.hmac = Hmac.of(secret.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void verify(Call call) {
        String expected =
                "sha256=" + HexFormat.of().formatHex(hmac.of("", call.body().bytes()));
        if (!Hmac.same(expected, Signature.header(call, "X-Hub-Signature-256"))) {
            throw Signature.refusal("The signature does not fit.");
        }
    }
}
