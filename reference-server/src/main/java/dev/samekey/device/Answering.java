package dev.samekey.device;

import java.util.Optional;

/** What a caller gets. */
@FunctionalInterface
public interface Answering {
    /**
     * The response to a request.
     *
     * @param given that of the service; nothing where it gave none
     * @return nothing where the connection ends without a response
     */
    Optional<HttpMessage> answer(PassedRequest request, Optional<HttpMessage> given);
}
