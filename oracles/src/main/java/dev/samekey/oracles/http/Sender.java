package dev.samekey.oracles.http;

import java.net.URI;
import java.util.Map;

/** Who reads: fills in what says so, such as a token, when a request leaves. */
public interface Sender {
    /** One whose headers are sent as they are. */
    Sender PLAIN = new Sender() {
        @Override
        public Map<String, String> headers(URI uri, Map<String, String> named) {
            return named;
        }

        @Override
        public boolean accepts(URI uri, Map<String, String> named, Map<String, String> sent, int status) {
            return true;
        }
    };

    /** The headers as they leave now. */
    Map<String, String> headers(URI uri, Map<String, String> named);

    /**
     * Receives the status of a response.
     *
     * @param sent what this made of the headers
     * @return false where what said who reads was outdated: the request may leave once more
     */
    boolean accepts(URI uri, Map<String, String> named, Map<String, String> sent, int status);
}
