package dev.samekey.steps.model.net;

import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/** The certificates of the tests: see make.sh beside them. */
public final class Certificates {
    private static final Path FOLDER =
            Path.of("../model/src/test/resources/tls").toAbsolutePath();

    private Certificates() {}

    public static Path file(String name) {
        return FOLDER.resolve(name);
    }

    /** A server that shows this certificate, and trusts those of the tests' authority. */
    public static SSLContext server(String certificate) {
        try {
            return Trust.context(
                    Trust.authorities(file("authority.pem")), Trust.pem(file(certificate), file(certificate)));
        } catch (Trust.Unusable unusable) {
            throw new AssertionError(unusable);
        }
    }
}
