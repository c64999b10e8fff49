package dev.samekey.server.http;

/** The bytes of a request as they came; they never change, so they are lent and not copied. */
public final class Body {
    private final byte[] bytes;

    /** Takes over the bytes. */
    public Body(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The bytes, to be read only. */
    public byte[] bytes() {
        return bytes;
    }
}
