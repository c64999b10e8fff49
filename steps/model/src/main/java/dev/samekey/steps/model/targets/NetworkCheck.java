package dev.samekey.steps.model.targets;

import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.net.Hosts;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.net.Proxies;
import dev.samekey.steps.model.net.Trust;
import dev.samekey.steps.model.net.WireProtocol;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Whether the target may be reached, and how. */
record NetworkCheck(YamlFile file, Target target, Path folder, Map<String, String> environment) {
    private static final String OTHER_PROTOCOL = "other_protocol";

    Network network() {
        production();
        Network network = new Network(target.tls() == null ? Network.direct().tls() : tls(target.tls()), proxies());
        protocol("protocol", target.protocol(), network);
        WireProtocol other = target.otherProtocol();
        if (other != null) {
            if (other == target.protocol()) {
                throw file.error(
                        List.of(OTHER_PROTOCOL),
                        "is what every request is sent in anyway: write another one than «protocol», or leave it out");
            }
            protocol(OTHER_PROTOCOL, other, network);
        }
        return network.speaking(target.protocol(), other, target.urls());
    }

    private void protocol(String member, WireProtocol protocol, Network network) {
        if (!protocol.isSecondVersion()) {
            return;
        }
        for (URI url : target.urls()) {
            if (!protocol.scheme().equalsIgnoreCase(url.getScheme())) {
                throw file.error(
                        List.of(member),
                        protocol == WireProtocol.H2
                                ? "h2 is agreed on over TLS, and " + url + " is without: write https, or «" + member
                                        + ": h2c»"
                                : "h2c is HTTP/2 without TLS, and " + url + " is with it: write «" + member + ": h2»");
            }
            if (!network.proxies().select(url).equals(List.of(Proxy.NO_PROXY))) {
                throw file.error(
                        List.of(member),
                        "HTTP/2 is not sent through a proxy, and one leads to " + url
                                + ": write «proxy: none», or leave «" + member + "» out");
            }
        }
    }

    /** A mistake in a URL should not book anything for real customers. */
    private void production() {
        if (!target.allowsWrites() || target.production() == Target.Production.ALLOWED) {
            return;
        }
        for (int i = 0; i < target.urls().size(); i++) {
            String host = target.urls().get(i).getHost();
            if (Hosts.looksLikeProduction(host)) {
                throw file.error(
                        List.of("urls", String.valueOf(i)),
                        "«" + host + "» looks like production, and with «writes: allowed» a run books for real: name a"
                                + " host of a test system, or add «production: allowed» if it is meant");
            }
        }
    }

    private SSLContext tls(Target.Tls tls) {
        KeyStore authorities = made("ca", () -> tls.ca() == null ? null : Trust.authorities(folder.resolve(tls.ca())));
        Trust.Own own = made(
                tls.key() == null ? "certificate" : "key",
                () -> tls.certificate() == null ? null : own(tls, folder.resolve(tls.certificate())));
        if (own == null && (tls.key() != null || tls.password() != null)) {
            throw file.error(List.of("tls"), "has a key or a password, and no «certificate» that they belong to");
        }
        SSLContext context = made("ca", () -> Trust.context(authorities, own));
        return Objects.requireNonNull(context);
    }

    private Trust.Own own(Target.Tls tls, Path certificate) throws Trust.Unusable {
        String name = certificate.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".p12") || name.endsWith(".pfx")) {
            return Trust.pkcs12(certificate, tls.password() == null ? "" : tls.password());
        }
        return Trust.pem(certificate, tls.key() == null ? certificate : folder.resolve(tls.key()));
    }

    private interface Making<T> {
        @Nullable
        T make() throws Trust.Unusable;
    }

    private <T> @Nullable T made(String member, Making<T> making) {
        try {
            return making.make();
        } catch (Trust.Unusable unusable) {
            throw file.error(List.of("tls", member), String.valueOf(unusable.getMessage()));
        }
    }

    private Proxies proxies() {
        String named = target.proxy();
        try {
            if (named == null) {
                return Proxies.of(environment);
            }
            return named.equals("none") ? Proxies.none() : Proxies.through(URI.create(named));
        } catch (IllegalArgumentException wrong) {
            throw named == null
                    ? file.error(List.of(), "HTTP_PROXY or HTTPS_PROXY cannot be used: " + wrong.getMessage())
                    : file.error(List.of("proxy"), String.valueOf(wrong.getMessage()));
        }
    }
}
