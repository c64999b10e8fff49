package dev.samekey.steps.judge.words;

/** What a contract or a description says. */
public enum Topic implements Word {
    SENDING_A_KEY("how to send a key"),
    REFUSING_A_KEY("how a key is refused"),
    LIFETIME("how long a key lives"),
    RETRYING("when to retry"),
    LIFETIME_BEYOND_RETRIES("a lifetime that is longer than all retries"),
    DECISIONS("whether to retry each code");

    private final String words;

    Topic(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
