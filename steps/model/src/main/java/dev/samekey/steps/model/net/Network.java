package dev.samekey.steps.model.net;

import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How every connection to the target is made, whichever client makes it.
 *
 * @param tls the trusted authorities, and the harness's own certificate
 * @param proxies the proxies that it goes through
 * @param protocol what the target is spoken to in
 * @param other what it can be spoken to in too; null where nobody has said so
 * @param target where the target is; every other host is spoken to in HTTP/1.1
 */
public record Network(
        SSLContext tls,
        ProxySelector proxies,
        WireProtocol protocol,
        @Nullable WireProtocol other,
        List<URI> target) {
    public Network {
        target = List.copyOf(target);
    }

    /** One that speaks HTTP/1.1 to everybody. */
    public Network(SSLContext tls, ProxySelector proxies) {
        this(tls, proxies, WireProtocol.HTTP_1_1, null, List.of());
    }

    /** With the authorities that Java trusts, and straight to the target. */
    public static Network direct() {
        try {
            return new Network(SSLContext.getDefault(), Proxies.none());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The same, which speaks so to the target at these URLs. */
    public Network speaking(WireProtocol usual, List<URI> urls) {
        return speaking(usual, null, urls);
    }

    /**
     * The same, which speaks so to the target at these URLs.
     *
     * @param another what it can be spoken to in too; null for nothing
     */
    public Network speaking(WireProtocol usual, @Nullable WireProtocol another, List<URI> urls) {
        return new Network(tls, proxies, usual, another, urls);
    }

    /** The same, which speaks the other protocol, where there is one. */
    public Network inOther() {
        return new Network(tls, proxies, other == null ? protocol : other, other, target);
    }

    /** What is spoken at a URL. */
    public WireProtocol protocol(URI url) {
        boolean isTarget = target.stream()
                .anyMatch(one -> String.valueOf(one.getScheme()).equalsIgnoreCase(url.getScheme())
                        && String.valueOf(one.getRawAuthority()).equalsIgnoreCase(url.getRawAuthority()));
        return isTarget ? protocol : WireProtocol.HTTP_1_1;
    }

    /**
     * A client that connects so. It follows no redirect: the response of another host is not the target's, and another
     * host must not get its secrets.
     *
     * @param limit for a connection
     */
    public HttpClient client(Duration limit) {
        HttpClient first = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(limit)
                .sslContext(tls)
                .proxy(proxies)
                .build();
        return protocol.isSecondVersion() ? new H2Client(this, limit, first) : first;
    }
}
