package dev.samekey.steps.judge.words;

/** How a request differs from the one under test. */
public enum Variation implements Word {
    WITHOUT_KEY("without its key"),
    TWICE_WITHOUT_KEY("twice without its key"),
    TWICE_UNDER_EMPTY_KEY("twice under an empty key"),
    TWO_KEYS("under two keys"),
    TWO_KEYS_THEN_EACH("under two keys, and then under each of them"),
    ANOTHER_KEY("under another key"),
    ANOTHER_KEY_AND_PAYLOAD("with another payload under another key"),
    ILLEGAL_KEYS("under each kind of illegal key"),
    AFTER_AN_UNRELATED("after an unrelated one"),
    ANOTHER_PAYLOAD("with another payload"),
    ANOTHER_PAYLOAD_COMPARED("with another payload, after an unrelated one"),
    ANOTHER_PAYLOAD_THEN_SAME("with another payload, and then unchanged"),
    SAME_THEN_ANOTHER_PAYLOAD("unchanged, and then with another payload"),
    THREE_TIMES("three times, the last time with another payload"),
    EACH_INTENT_FIELD("with each intent field changed in turn"),
    OTHER_MEMBERS("with members added and removed in turn"),
    OTHER_PARTS("with each part outside its payload changed in turn"),
    LOOK_ALIKES("with payloads that only look alike"),
    OTHER_ORDER("with its members in another order"),
    OTHER_NOTATIONS("in other notations"),
    OTHER_VOLATILE_FIELDS("with other volatile fields"),
    CORRECTED("as it is, and then corrected"),
    CURRENT_VERSION("as it is, and then for the current version"),
    NOT_DECLINED("without what declined it"),
    LESS_THAN_IS_LEFT("under another key for a little less than what is left"),
    WHAT_IS_LEFT("under another key for exactly what is left"),
    BEYOND_WHAT_IS_LEFT("under another key for more than what is left"),
    OTHER_PRINCIPAL("by another principal"),
    COLLEAGUE("by another principal of the same tenant"),
    OTHER_TENANT("in another tenant"),
    NO_CREDENTIALS("without credentials"),
    WRONG_CREDENTIALS("with credentials that are refused, and then with its own"),
    OTHER_CONNECTION("over another connection"),
    AROUND_RESTART("before and after a restart"),
    OTHER_REPLICA("to another replica"),
    EACH_REPLICA("to each replica"),
    FORGED_MARKS("twice with the marks of a replay"),
    WITHOUT_STORE("while the store is unreachable"),
    WITHOUT_ID("without its id"),
    WRONG_SIGNATURES("with each kind of wrong signature"),
    NEARLY_STALE("with a signature that is nearly stale"),
    OTHERWISE_WRITTEN("in each way in which its producer may write it");

    private final String words;

    Variation(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
