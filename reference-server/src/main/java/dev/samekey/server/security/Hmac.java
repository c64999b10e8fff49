package dev.samekey.server.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 (RFC 2104) under one secret. */
public record Hmac(SecretKeySpec secret) {
    private static final String ALGORITHM = "HmacSHA256";

    /** Under these bytes. */
    public static Hmac of(byte[] secret) {
        return new Hmac(new SecretKeySpec(secret, ALGORITHM));
    }

    /** Over what stands before the body, and the body as it came. */
    public byte[] of(String before, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            mac.update(before.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has " + ALGORITHM, missing);
        }
    }

    /** Takes the same time wherever the two differ, so that nobody can guess byte by byte. */
    static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
