package dev.samekey.steps.model.targets;

/**
 * A secret that stands in a target file itself, and not in the environment.
 *
 * @param place such as {@code acme.yaml:12}
 * @param member its names from the top, with dots between them
 * @param instead what to write there
 */
public record LiteralSecret(String place, String member, String instead) {
    /** What a user is told of it. */
    public String advice() {
        return place + ": " + member + " holds a secret: write «" + instead
                + "», and set that variable of the environment";
    }
}
