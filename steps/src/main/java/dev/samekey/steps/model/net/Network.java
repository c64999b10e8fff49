package dev.samekey.steps.model.net;

import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/**
 * How every connection to the target is made, whichever client makes it.
 *
 * @param tls whom it trusts, and as whom it comes
 * @param proxies through whom it goes
 */
public record Network(SSLContext tls, ProxySelector proxies) {
    /** With the authorities that Java trusts, and straight to the target. */
    public static Network direct() {
        try {
            return new Network(SSLContext.getDefault(), Proxies.none());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * A client of the JDK that connects so. It speaks HTTP/1.1 and follows no redirect: what another host answers is not
     * the target's, and is not told its secrets.
     *
     * @param limit for a connection
     */
    public HttpClient client(Duration limit) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(limit)
                .sslContext(tls)
                .proxy(proxies)
                .build();
    }
}
