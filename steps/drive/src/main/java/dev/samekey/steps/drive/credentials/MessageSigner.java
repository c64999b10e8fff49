package dev.samekey.steps.drive.credentials;

import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Signing;
import java.net.URI;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** HTTP Message Signatures (RFC 9421), with the digest of the body where it is signed (RFC 9530). */
record MessageSigner(Signing.Message message, MessageKey key, InstantSource time) implements Signer {
    private static final String DIGEST = "content-digest";
    private static final String LENGTH = "content-length";

    @Override
    public Request sign(Request request, URI replica) {
        boolean digested = message.components().contains(DIGEST);
        Request whole = digested
                ? request.with(
                        "Content-Digest",
                        "sha-256=:" + Base64.getEncoder().encodeToString(SignedNames.sha256(request.bytes())) + ":")
                : request;
        List<String> components = message.components().stream()
                .filter(component -> component.startsWith("@") || has(component, whole))
                .toList();
        String parameters = components.stream()
                        .map(component -> "\"" + name(component) + "\"")
                        .collect(Collectors.joining(" ", "(", ")"))
                + ";created=" + time.instant().getEpochSecond()
                + ";keyid=\"" + message.keyId().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        return whole.with("Signature-Input", message.label() + "=" + parameters)
                .with(
                        "Signature",
                        message.label() + "=:"
                                + Base64.getEncoder()
                                        .encodeToString(key.sign(base(components, whole, replica, parameters)))
                                + ":");
    }

    /** What is signed (section 2.5). */
    private static String base(List<String> components, Request request, URI replica, String parameters) {
        return components.stream()
                        .map(component -> "\"" + name(component) + "\": " + value(component, request, replica) + "\n")
                        .collect(Collectors.joining())
                + "\"@signature-params\": " + parameters;
    }

    private static String name(String component) {
        return component.toLowerCase(Locale.ROOT);
    }

    private static String value(String component, Request request, URI replica) {
        String path = SignedNames.path(request, replica);
        int query = path.indexOf('?');
        return switch (name(component)) {
            case "@method" -> request.method();
            case "@target-uri" -> replica + request.path();
            case "@authority" -> authority(replica);
            case "@scheme" -> replica.getScheme().toLowerCase(Locale.ROOT);
            case "@request-target" -> path;
            case "@path" -> query < 0 ? path : path.substring(0, query);
            case "@query" -> query < 0 ? "?" : path.substring(query);
            case LENGTH -> String.valueOf(request.bytes().length);
            default -> field(component, request);
        };
    }

    /** What reads has no body, and so no type of it: a signature cannot name what is not there. */
    private static boolean has(String component, Request request) {
        return name(component).equals(LENGTH)
                ? request.body() != null
                : request.header(component).isPresent();
    }

    /** Without the port that the scheme has anyway (section 2.2.3). */
    private static String authority(URI replica) {
        String authority = replica.getRawAuthority().toLowerCase(Locale.ROOT);
        return authority.replaceFirst(replica.getScheme().equals("https") ? ":443$" : ":80$", "");
    }

    private static String field(String name, Request request) {
        return request.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .map(String::strip)
                .collect(Collectors.joining(", "));
    }
}
