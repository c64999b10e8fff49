package dev.samekey.steps.model.net;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Makes a TLS context from files. There is no way to trust everybody. */
public final class Trust {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]+)-----END [A-Z ]*PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");

    private Trust() {}

    /** Something that a TLS context cannot be made of; the message says what. */
    public static final class Unusable extends Exception {
        Unusable(String message) {
            super(message);
        }

        Unusable(String message, Exception cause) {
            super(message + ": " + cause.getMessage(), cause);
        }
    }

    /**
     * A context.
     *
     * @param authorities those that are trusted, and no others; null for those that Java trusts
     * @param own the harness's own certificate; null where it is not needed
     */
    public static SSLContext context(@Nullable KeyStore authorities, @Nullable Own own) throws Unusable {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own == null ? null : own.managers(), managers(authorities), null);
            return context;
        } catch (GeneralSecurityException failure) {
            throw new Unusable("cannot be used", failure);
        }
    }

    /** The certificates of a PEM file as authorities. */
    public static KeyStore authorities(Path pem) throws Unusable {
        KeyStore store = empty();
        try {
            int number = 0;
            for (Certificate certificate : certificates(pem)) {
                number++;
                store.setCertificateEntry("authority-" + number, certificate);
            }
            return store;
        } catch (GeneralSecurityException failure) {
            throw new Unusable(pem + " cannot be used", failure);
        }
    }

    /** A certificate, with those that vouch for it behind it, and its key. */
    public record Own(KeyStore store, String password) {
        KeyManager[] managers() throws GeneralSecurityException {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password.toCharArray());
            return factory.getKeyManagers();
        }
    }

    /** A certificate and its key from a PKCS #12 file. */
    public static Own pkcs12(Path file, String password) throws Unusable {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password.toCharArray());
            return new Own(store, password);
        } catch (IOException | GeneralSecurityException failure) {
            throw new Unusable(file + " cannot be read as PKCS #12 with that password", failure);
        }
    }

    /** A certificate and its key from two PEM files, which may be one. */
    public static Own pem(Path certificate, Path key) throws Unusable {
        try {
            KeyStore store = empty();
            store.setKeyEntry(
                    "own", key(key), new char[0], certificates(certificate).toArray(new Certificate[0]));
            return new Own(store, "");
        } catch (GeneralSecurityException failure) {
            throw new Unusable(certificate + " and " + key + " do not go together", failure);
        }
    }

    private static Collection<? extends Certificate> certificates(Path pem) throws Unusable {
        try {
            // A key in the same file is none of the factory's business.
            byte[] text = KEY.matcher(Files.readString(pem)).replaceAll("").getBytes(StandardCharsets.US_ASCII);
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(text));
            if (found.isEmpty()) {
                throw new Unusable(pem + " has no certificate in PEM form");
            }
            return found;
        } catch (IOException | GeneralSecurityException failure) {
            throw new Unusable(pem + " cannot be read as a PEM file of certificates", failure);
        }
    }

    private static PrivateKey key(Path pem) throws Unusable {
        Matcher found = KEY.matcher(text(pem));
        if (!found.find()) {
            throw new Unusable(pem + " has no private key in PEM form");
        }
        if (!found.group(1).isBlank()) {
            throw new Unusable(pem + " has a key of the kind «" + found.group(1).strip()
                    + "»: write it as PKCS #8 without a password (openssl pkcs8 -topk8 -nodes -in key.pem)");
        }
        PKCS8EncodedKeySpec spec =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(2)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException another) {
                // The next one, then.
            } catch (GeneralSecurityException failure) {
                throw new Unusable(pem + " cannot be read", failure);
            }
        }
        throw new Unusable(pem + " has a private key that is none of " + ALGORITHMS);
    }

    private static String text(Path file) throws Unusable {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new Unusable(file + " cannot be read", failure);
        }
    }

    private static KeyStore empty() throws Unusable {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            return store;
        } catch (IOException | GeneralSecurityException failure) {
            throw new Unusable("Java has no PKCS #12", failure);
        }
    }

    private static TrustManager @Nullable [] managers(@Nullable KeyStore authorities) throws GeneralSecurityException {
        if (authorities == null) {
            return null;
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(authorities);
        return factory.getTrustManagers();
    }
}
