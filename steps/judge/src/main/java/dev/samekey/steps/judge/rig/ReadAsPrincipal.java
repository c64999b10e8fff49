package dev.samekey.steps.judge.rig;

import dev.samekey.oracles.http.Sender;
import dev.samekey.steps.drive.http.Credentials;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads with the token and the signature of a principal. */
record ReadAsPrincipal(Credentials credentials) implements Sender {
    @Override
    public Map<String, String> headers(URI uri, Map<String, String> named) {
        return credentials.filled(request(uri, named), host(uri)).headers().stream()
                .collect(Collectors.toMap(Header::name, Header::value));
    }

    @Override
    public boolean accepts(URI uri, Map<String, String> named, Map<String, String> sent, int status) {
        return credentials.accepts(request(uri, named), request(uri, sent), status);
    }

    private static URI host(URI uri) {
        return URI.create(uri.getScheme() + "://" + uri.getRawAuthority());
    }

    private static Request request(URI uri, Map<String, String> headers) {
        List<Header> all = headers.entrySet().stream()
                .map(header -> new Header(header.getKey(), header.getValue()))
                .toList();
        return new Request("GET", uri.toString().substring(host(uri).toString().length()), all, null);
    }
}
