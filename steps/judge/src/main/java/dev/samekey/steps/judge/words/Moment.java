package dev.samekey.steps.judge.words;

/** When a crash interrupts an operation. */
public enum Moment implements Word {
    BEFORE_EFFECT("before its effect"),
    /** Who asks again and again is to get an outcome all the same. */
    BEFORE_EFFECT_AND_ASKED_FOR("before its effect and asked for until the processing timeout has passed"),
    AFTER_EFFECT("after its effect"),
    PROVIDER_WORKS("while its provider works"),
    VENDOR_WORKS("while its vendor works"),
    DURING_REPORT("during its report"),
    HALFWAY("halfway through its work"),
    HALFWAY_TWICE("halfway through its work and again in its retry");

    private final String words;

    Moment(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
