package dev.samekey.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Trusts the certificates of a PEM file, and no others. */
public final class TrustedAuthority {
    private TrustedAuthority() {}

    /** @throws IOException when the file cannot be read, or has no certificate */
    public static SSLContext of(Path pem) throws IOException {
        try (InputStream file = Files.newInputStream(pem)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(file)) {
                trusted.setCertificateEntry(String.valueOf(trusted.size()), certificate);
            }
            if (trusted.size() == 0) {
                throw new IOException("the file has no certificate");
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            return trusting(managers.getTrustManagers());
        } catch (IOException | GeneralSecurityException unusable) {
            throw new IOException("no certificate to trust can be read from " + pem, unusable);
        }
    }

    /** Nobody is trusted; over plain HTTP nobody asks. Unlike the default context it takes no time to load. */
    public static SSLContext none() throws IOException {
        try {
            return trusting();
        } catch (GeneralSecurityException unusable) {
            throw new IOException(unusable);
        }
    }

    private static SSLContext trusting(TrustManager... managers) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers, null);
        return context;
    }
}
