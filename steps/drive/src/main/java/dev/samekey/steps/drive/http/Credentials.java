package dev.samekey.steps.drive.http;

import java.net.URI;

/**
 * What says who sends a request, filled in when it leaves. Until then the request has names in that place, so a retry is the
 * same request with a token and a signature of its own time.
 */
public interface Credentials {
    /** Requests that leave as they are. */
    Credentials NONE = new Credentials() {
        @Override
        public Request filled(Request request, URI replica) {
            return request;
        }

        @Override
        public boolean accepts(Request request, Request sent, int status) {
            return true;
        }
    };

    /**
     * The request as it leaves now.
     *
     * @throws dev.samekey.steps.model.verdict.Judgement inconclusive, where that cannot be found out
     */
    Request filled(Request request, URI replica);

    /**
     * Receives the status of a response.
     *
     * @param sent what this made of the request
     * @return false where the token was refused with 401 and there is a newer one: the request may leave once more
     */
    boolean accepts(Request request, Request sent, int status);
}
