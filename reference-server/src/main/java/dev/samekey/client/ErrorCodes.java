package dev.samekey.client;

import dev.samekey.client.AttemptResult.Response;

/**
 * Finds the code of an error.
 *
 * @param pointer a JSON pointer to it
 */
public record ErrorCodes(String pointer, PayloadJson json) {
    /** Where the contract has them. */
    public static ErrorCodes in(ClientBase base) {
        return new ErrorCodes(base.contract().errors().code(), base.json());
    }

    /** The code; empty where there is none. */
    public String of(Response response) {
        return json.anything(response.body()).at(pointer).asText("");
    }
}
