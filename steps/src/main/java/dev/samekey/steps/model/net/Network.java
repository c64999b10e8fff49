package dev.samekey.steps.model.net;

import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/**
 * How every connection to the target is made, whichever client makes it.
 *
 * @param tls the trusted authorities, and the harness's own certificate
 * @param proxies the proxies that it goes through
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
     * A client of the JDK that connects so. It speaks HTTP/1.1 and follows no redirect: the response of another
     * host is not the target's, and another host must not get its secrets.
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
