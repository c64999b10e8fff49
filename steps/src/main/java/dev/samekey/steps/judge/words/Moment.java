package dev.samekey.steps.judge.words;

/** When a crash interrupts an operation. */
public enum Moment implements Word {
    BEFORE_EFFECT("before its effect"),
    AFTER_EFFECT("after its effect"),
    PROVIDER_WORKS("while its provider works"),
    VENDOR_WORKS("while its vendor works"),
    DURING_REPORT("during its report"),
    HALFWAY("halfway through its work");

    private final String words;

    Moment(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
