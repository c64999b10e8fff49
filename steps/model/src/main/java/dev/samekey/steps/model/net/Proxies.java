package dev.samekey.steps.model.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which proxy leads to a URL. Nothing that stays on this machine goes through one. */
public final class Proxies extends ProxySelector {
    private static final int STANDARD_PORT = 3128;

    private final Map<String, URI> byScheme;
    private final List<String> exceptions;

    private Proxies(Map<String, URI> byScheme, List<String> exceptions) {
        this.byScheme = Map.copyOf(byScheme);
        this.exceptions = List.copyOf(exceptions);
    }

    public static Proxies none() {
        return new Proxies(Map.of(), List.of());
    }

    /** One proxy for all. */
    public static Proxies through(URI proxy) {
        return new Proxies(Map.of("http", usable(proxy), "https", usable(proxy)), List.of());
    }

    /**
     * What {@code HTTP_PROXY}, {@code HTTPS_PROXY} and {@code NO_PROXY} say, in either case.
     *
     * @throws IllegalArgumentException when one of them names no proxy that can be used
     */
    public static Proxies of(Map<String, String> environment) {
        Map<String, URI> proxies = new HashMap<>();
        for (String scheme : List.of("http", "https")) {
            String named = value(environment, scheme + "_proxy");
            if (!named.isBlank()) {
                proxies.put(scheme, usable(URI.create(named.contains("://") ? named : "http://" + named)));
            }
        }
        return new Proxies(
                proxies,
                Stream.of(value(environment, "no_proxy").split(",", -1))
                        .map(String::strip)
                        .filter(host -> !host.isEmpty())
                        .toList());
    }

    private static String value(Map<String, String> environment, String name) {
        return environment.getOrDefault(name, environment.getOrDefault(name.toUpperCase(Locale.ROOT), ""));
    }

    private static URI usable(URI proxy) {
        if (!"http".equals(proxy.getScheme()) || proxy.getHost() == null || proxy.getUserInfo() != null) {
            throw new IllegalArgumentException("a proxy is written as http://host:port, without a user: one that asks"
                    + " for a password is not supported");
        }
        return proxy;
    }

    @Override
    public List<Proxy> select(URI uri) {
        URI proxy = byScheme.get(String.valueOf(uri.getScheme()));
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        if (proxy == null || Hosts.isHere(host) || isExcepted(host)) {
            return List.of(Proxy.NO_PROXY);
        }
        int port = proxy.getPort() < 0 ? STANDARD_PORT : proxy.getPort();
        return List.of(new Proxy(Proxy.Type.HTTP, new InetSocketAddress(proxy.getHost(), port)));
    }

    private boolean isExcepted(String host) {
        return exceptions.stream().map(one -> one.toLowerCase(Locale.ROOT)).anyMatch(one -> {
            String domain = one.startsWith("*") ? one.substring(1) : one;
            return one.equals("*")
                    || host.equals(domain)
                    || host.endsWith(domain.startsWith(".") ? domain : "." + domain);
        });
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, @Nullable IOException failure) {
        // The caller gets the failure, and reports it.
    }
}
