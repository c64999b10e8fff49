package dev.samekey.steps.model.verdict;

/** One fact of a failure, such as what was expected, what was there instead, and where. */
public record Fact(String name, String value) {
    @Override
    public String toString() {
        return name + ": " + value;
    }
}
