package dev.samekey.steps.judge.words;

/** What is sent at the same time. */
public enum Racers implements Word {
    DUPLICATES("duplicates"),
    ONE_ROUND("duplicates in one round"),
    ALL_REPLICAS("duplicates to all replicas"),
    TWO_PAYLOADS("requests with two payloads under one key"),
    OWN_KEYS("requests under keys of their own"),
    REVERSALS("reversals of every kind");

    private final String words;

    Racers(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
