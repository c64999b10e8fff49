package dev.samekey.server.resources;

/** A resource that changes. Its entity tag names the version, so that a caller can say which one it means to change. */
public interface Versioned {
    int version();

    /** The strong entity tag (RFC 9110, 8.8.3). */
    default String etag() {
        return "\"" + version() + "\"";
    }
}
