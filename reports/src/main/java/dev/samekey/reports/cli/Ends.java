package dev.samekey.reports.cli;

import dev.samekey.steps.drive.process.CannotRun;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

/** Where a connection begins or ends, as a command line says it. An option without a value is named, with what it should have. */
final class Ends {
    private static final int MOST_PORT = 65_535;

    private Ends() {}

    /** @throws CannotRun when it is no URL of HTTP with a host and without a user */
    static URI url(String option, String text, String example) {
        if (text.isBlank()) {
            throw new CannotRun("say " + option + ", a URL such as " + example);
        }
        try {
            URI uri = URI.create(text);
            boolean isHttp = String.valueOf(uri.getScheme()).matches("(?i)https?");
            if (isHttp && uri.getHost() != null && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (IllegalArgumentException wrong) {
            throw new CannotRun(option + " " + text + ": is no URL: " + wrong.getMessage());
        }
        throw new CannotRun(option + " " + text + ": should be a URL such as " + example + ", without a user");
    }

    /**
     * A port of this machine, or an address and a port.
     *
     * @throws CannotRun when it is neither
     */
    static InetSocketAddress listen(String option, String text) {
        if (text.isBlank()) {
            throw new CannotRun("say " + option + ", a port such as 9000, or 0.0.0.0:9000");
        }
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > MOST_PORT) {
            throw new CannotRun(option + " " + text + ": should be a port such as 9000, or 0.0.0.0:9000");
        }
        return colon < 0
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port))
                : new InetSocketAddress(text.substring(0, colon), Integer.parseInt(port));
    }
}
