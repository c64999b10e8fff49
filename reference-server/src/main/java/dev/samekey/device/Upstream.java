package dev.samekey.device;

import java.util.Optional;

/** The way to the service. */
@FunctionalInterface
public interface Upstream {
    /** @return the final response; nothing where the service gave none */
    Optional<HttpMessage> send(PassedRequest request);
}
