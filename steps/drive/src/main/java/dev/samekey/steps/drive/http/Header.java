package dev.samekey.steps.drive.http;

/** One header line. */
public record Header(String name, String value) {
    @Override
    public String toString() {
        return name + ": " + value;
    }
}
