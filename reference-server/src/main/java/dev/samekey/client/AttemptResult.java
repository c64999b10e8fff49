package dev.samekey.client;

import java.util.Map;

/** What an attempt came to. */
public sealed interface AttemptResult {
    /** Whether the operation is done. */
    boolean isSuccess();

    /**
     * A response.
     *
     * @param headers by their names in small letters
     */
    record Response(int status, Map<String, String> headers, String body) implements AttemptResult {
        @Override
        public boolean isSuccess() {
            return status >= 200 && status < 300;
        }
    }

    /** No response, or a part of one: nobody knows whether the server has acted. */
    record NoResponse(Loss loss, String message) implements AttemptResult {
        @Override
        public boolean isSuccess() {
            return false;
        }
    }

    /** Why there is no response. */
    enum Loss {
        TIMEOUT,
        REFUSED,
        RESET,
        CLOSED
    }
}
