package dev.samekey.server.contract;

/**
 * What an error looks like (ERR-1).
 *
 * @param contentType its media type
 * @param code a JSON pointer to its code; whatever else the error tells stands beside it
 */
public record ErrorForm(String contentType, String code) {
    /** A JSON pointer to the object that tells the error. */
    public String place() {
        return code.substring(0, code.lastIndexOf('/'));
    }

    /** What the code is called there. */
    public String codeName() {
        return code.substring(code.lastIndexOf('/') + 1);
    }
}
