package dev.samekey.examples.camel;

import java.util.Map;

/** What the API says no with. */
public final class Refusal extends RuntimeException {
    private final int status;

    Refusal(int status, String code) {
        super(code);
        this.status = status;
    }

    public int getStatus() {
        return status;
    }

    public Map<String, String> getBody() {
        return Map.of("code", getMessage());
    }

    /** The seconds after which another attempt makes sense, or null where none does. */
    public String getRetryAfter() {
        return status == 429 || status == 503 ? "1" : null;
    }
}
